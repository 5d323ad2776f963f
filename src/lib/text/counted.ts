/** A number of things in English: 1 rule, 2 rules, 1,200 entries. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}
