/** A size on the disk, in the largest unit of which it has one. */
export function sizeWords(bytes: number): string {
  const [unit, size] = units.find(([, each]) => bytes >= each) ?? ["bytes", 1];
  return `${(bytes / size).toFixed(bytes >= 10 * size || size === 1 ? 0 : 1)} ${unit}`;
}

const units: readonly (readonly [unit: string, bytes: number])[] = [
  ["GB", 1e9],
  ["MB", 1e6],
  ["kB", 1e3],
];
