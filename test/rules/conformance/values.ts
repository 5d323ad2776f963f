/** The cases' values in JavaScript, and whether an answer is the one that a case expects. */
import { UnsignedInt } from "@marcbachmann/cel-js/evaluator";
import type { WireValue } from "./cases.ts";

/** Numbers as the library has them, each kind apart, or as rules have them, all alike. */
export type Numbers = "apart" | "alike";

export function toValue(wire: WireValue, numbers: Numbers): unknown {
  const [kind, content] = Object.entries(wire)[0] ?? [];
  switch (kind) {
    case "int64Value":
      return numbers === "alike" ? Number(content) : BigInt(String(content));
    case "uint64Value":
      return numbers === "alike" ? Number(content) : new UnsignedInt(BigInt(String(content)));
    case "doubleValue":
      return Number(content);
    case "bytesValue":
      return new Uint8Array(Buffer.from(String(content), "base64"));
    case "listValue":
      return ((content as { values?: WireValue[] }).values ?? []).map((value) => toValue(value, numbers));
    case "mapValue": {
      const { entries = [] } = content as { entries?: { key: WireValue; value: WireValue }[] };
      return new Map(entries.map(({ key, value }) => [toValue(key, numbers), toValue(value, numbers)]));
    }
    default:
      return content ?? null;
  }
}

/** The type's name in the language; undefined for one that it does not have. */
export function toType(wire: WireValue | undefined, numbers: Numbers): string | undefined {
  const [kind, content] = Object.entries(wire ?? { dyn: {} })[0] ?? [];
  const inner = (key: string) => toType((content as Record<string, WireValue>)[key], numbers) ?? "dyn";
  switch (kind) {
    case "primitive":
      if (numbers === "alike" && /^(INT64|UINT64|DOUBLE)$/.test(String(content))) return "double";
      return { INT64: "int", UINT64: "uint" }[String(content)] ?? String(content).toLowerCase();
    case "listType":
      return `list<${inner("elemType")}>`;
    case "mapType":
      return `map<${inner("keyType")}, ${inner("valueType")}>`;
    case "dyn":
      return "dyn";
    default:
      return undefined;
  }
}

export function isExpected(answer: unknown, wire: WireValue, numbers: Numbers): boolean {
  const [kind, content] = Object.entries(wire)[0] ?? [];
  switch (kind) {
    case "int64Value":
      return numbers === "alike" ? sameNumber(answer, content) : answer === BigInt(String(content));
    case "uint64Value":
      if (numbers === "alike") return sameNumber(answer, content);
      return answer instanceof UnsignedInt && answer.value === BigInt(String(content));
    case "doubleValue":
      return numbers === "alike" ? sameNumber(answer, content) : Object.is(answer, Number(content));
    case "bytesValue":
      return answer instanceof Uint8Array && Buffer.from(answer).toString("base64") === content;
    case "listValue": {
      const { values = [] } = content as { values?: WireValue[] };
      if (!Array.isArray(answer) || answer.length !== values.length) return false;
      return values.every((value, at) => isExpected(answer[at], value, numbers));
    }
    case "mapValue":
      return isExpectedMap(answer, content as { entries?: Entry[] }, numbers);
    case "typeValue":
      return String((answer as { name?: string } | undefined)?.name) === content;
    default:
      return answer === (content ?? null);
  }
}

function sameNumber(answer: unknown, content: unknown): boolean {
  if (typeof answer !== "number" && typeof answer !== "bigint") return false;
  return Object.is(Number(answer) + 0, Number(content) + 0);
}

interface Entry {
  readonly key: WireValue;
  readonly value: WireValue;
}

function isExpectedMap(
  answer: unknown,
  { entries = [] }: { entries?: readonly Entry[] },
  numbers: Numbers,
): boolean {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return false;
  const found: [unknown, unknown][] = answer instanceof Map ? [...answer] : Object.entries(answer);
  // Without a Map every key is a text.
  const isKey = (key: unknown, wire: WireValue): boolean =>
    answer instanceof Map ? isExpected(key, wire, numbers) : key === String(Object.values(wire)[0]);
  return (
    found.length === entries.length &&
    entries.every(({ key, value }) => found.some(([k, v]) => isKey(k, key) && isExpected(v, value, numbers)))
  );
}
