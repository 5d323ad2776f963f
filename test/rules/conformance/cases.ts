/** The published conformance cases of CEL, as far as they need no protobuf messages. */
import { tests } from "@bufbuild/cel-spec/testdata/conformance.js";

/** A value as the cases write it: one key, such as int64Value. */
export type WireValue = Readonly<Record<string, unknown>>;

export interface Case {
  readonly section: string;
  readonly name: string;
  readonly expression: string;
  /** Names with their declared types and values. */
  readonly variables: readonly { name: string; type: WireValue | undefined; value: WireValue | undefined }[];
  readonly expected: { value: WireValue } | "error" | "checked";
}

interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { readonly original: Original }[];
}

interface Original {
  readonly name: string;
  readonly expr: string;
  readonly value?: WireValue;
  readonly typedResult?: { readonly result?: WireValue };
  readonly evalError?: unknown;
  readonly typeEnv?: readonly { readonly name: string; readonly ident?: { readonly type: WireValue } }[];
  readonly bindings?: Readonly<Record<string, { readonly value?: WireValue }>>;
}

const published = tests as unknown as Suite;

const messages = /TestAllTypes|google\.protobuf|cel\.expr\.conformance|proto[23]|NestedEnum|GlobalEnum/;

export function allCases(): { cases: Case[]; withMessages: number } {
  const originals = published.suites?.flatMap((section) => caseTree(section, section.name, "")) ?? [];
  const cases = originals.filter(({ original }) => !messages.test(JSON.stringify(original)));
  return {
    cases: cases.map(({ section, path, original }) => toCase(section, path, original)),
    withMessages: originals.length - cases.length,
  };
}

interface Found {
  readonly section: string;
  readonly path: string;
  readonly original: Original;
}

function caseTree(suite: Suite, section: string, path: string): Found[] {
  const own = (suite.tests ?? []).map(({ original }) => ({
    section,
    path: `${path}${original.name}`,
    original,
  }));
  const below = (suite.suites ?? []).flatMap((inner) => caseTree(inner, section, `${path}${inner.name}/`));
  return [...own, ...below];
}

function toCase(
  section: string,
  path: string,
  { expr, value, typedResult, evalError, typeEnv, bindings }: Original,
): Case {
  const names = new Set([...(typeEnv ?? []).map(({ name }) => name), ...Object.keys(bindings ?? {})]);
  const result = value ?? typedResult?.result;
  return {
    section,
    name: `${section}/${path}`,
    expression: expr,
    variables: [...names].map((name) => ({
      name,
      type: typeEnv?.find((declared) => declared.name === name)?.ident?.type,
      value: bindings?.[name]?.value,
    })),
    expected: evalError !== undefined ? "error" : result === undefined ? "checked" : { value: result },
  };
}
