/** Single fields as zod schemas, for envelopes; records are tables of fields, see record.ts. */
import * as z from "zod";
import { isUnknown, readInteger, readText } from "./wire-values.ts";

/** A field that `read` understands; what it does not is reported as not being `what`. */
function required<T>(what: string, read: (value: unknown) => T | undefined) {
  return z.unknown().transform((value, context): T => {
    const result = read(value);
    if (result !== undefined) return result;
    context.addIssue(`expected ${what}`);
    return z.NEVER;
  });
}

/** Makes a field for which absent, null, "", "-" and "*" mean unknown and become undefined. */
function wireOptional<T>(what: string, read: (value: unknown) => T | undefined) {
  return z
    .unknown()
    .transform((value, context): T | undefined => {
      if (isUnknown(value)) return undefined;
      const result = read(value);
      if (result === undefined) context.addIssue(`expected ${what}`);
      return result;
    })
    .optional();
}

export const wireInteger = required("an integer", readInteger);

export const optionalText = wireOptional("a text", readText);
export const optionalInteger = wireOptional("an integer", readInteger);
