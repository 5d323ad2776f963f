/** A registry in which some calls are left out of what is built in, and declared as settings declare calls. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { callMistakes } from "../../../src/config/call-mistakes.ts";
import { callsSection } from "../../../src/config/calls-section.ts";
import { type CallRegistry, callRegistry, marketCalls } from "../../../src/upstreams/market/calls.ts";
import { declaredCalls } from "../../../src/upstreams/market/declared-calls.ts";

const written: Readonly<Record<string, unknown>> = parse(
  readFileSync(join(import.meta.dirname, "seven-calls.yaml"), "utf8"),
);

/** The calls that are declared. */
export const declaredNames = Object.keys(written);

/** All calls, those as settings declare them. Throws where a declaration has a mistake. */
function callsBySettings(): CallRegistry {
  const builtIn = Object.fromEntries(
    Object.entries(marketCalls).filter(([name]) => !declaredNames.includes(name)),
  );
  const mistakes = callMistakes(written, callRegistry({}, builtIn));
  if (mistakes.length > 0) throw new Error(JSON.stringify(mistakes));
  return callRegistry(declaredCalls(callsSection().parse(written) ?? {}), builtIn);
}

/** All calls as they are built in, and some of them as settings declare them. */
export const ways: [way: string, calls: CallRegistry, isOf: (name: string) => boolean][] = [
  ["built in", callRegistry(), () => true],
  ["declared in settings", callsBySettings(), (name) => declaredNames.includes(name)],
];
