/** Functions in the notation of the library, registered in its environment. */
import type { Environment } from "@marcbachmann/cel-js";

/** Functions by their signatures in the library's notation: `string.trim(): string`. */
export type Signatures = readonly (readonly [signature: string, (...values: never[]) => unknown])[];

export function register(environment: Environment, signatures: Signatures): void {
  for (const [signature, handler] of signatures)
    environment.registerFunction(signature, handler, { async: false });
}

/**
 * A function that counts, for either kind of number: `own_NAME` is whole numbers, `event_NAME` doubles.
 * @param signature its notation, given the name and the kind of its numbers
 */
export function counting(
  name: string,
  signature: (name: string, number: string) => string,
  count: (...values: never[]) => number,
): Signatures {
  return [
    [signature(`own_${name}`, "int"), (...values) => BigInt(count(...values))],
    [signature(`event_${name}`, "double"), count],
  ];
}
