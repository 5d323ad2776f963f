/** Rule engines for everybody, asked the same. Each evaluates every rule for every event. */
import { ZenEngine } from "@gorules/zen-engine";
import { Engine } from "json-rules-engine";
import type { EventDraft } from "../../../src/model/event.ts";
import type { RuleFacts } from "./workload.ts";

/** The names of the rules that an event fires. */
export type Peer = (draft: EventDraft) => Promise<string[]>;

export function createJsonRulesEngine(rules: readonly RuleFacts[]): Peer {
  const engine = new Engine();
  for (const { name, code, seller, ratio } of rules) {
    const all = [
      { fact: "code", operator: "equal", value: code },
      { fact: "seller", operator: "equal", value: seller },
      { fact: "ratio", operator: "greaterThanInclusive", value: ratio },
    ];
    engine.addRule({ name, conditions: { all }, event: { type: name } });
  }
  return async ({ data: { now } }) => (await engine.run({ ...now })).events.map(({ type }) => type);
}

/** A decision table that collects every row that fits. */
export function createZen(rules: readonly RuleFacts[]): Peer {
  const column = (name: string) => ({ id: name, name, type: "expression", field: name });
  const table = {
    hitPolicy: "collect",
    inputs: ["code", "seller", "ratio"].map(column),
    outputs: [column("rule")],
    rules: rules.map(({ name, code, seller, ratio }) => ({
      _id: name,
      code: JSON.stringify(code),
      seller: JSON.stringify(seller),
      ratio: `>= ${ratio}`,
      rule: JSON.stringify(name),
    })),
  };
  const node = (id: string, type: string, content: object) => ({
    id,
    type,
    name: id,
    position: { x: 0, y: 0 },
    content,
  });
  const decision = new ZenEngine().createDecision({
    nodes: [
      node("in", "inputNode", {}),
      node("table", "decisionTableNode", table),
      node("out", "outputNode", {}),
    ],
    edges: [
      { id: "first", type: "edge", sourceId: "in", targetId: "table" },
      { id: "second", type: "edge", sourceId: "table", targetId: "out" },
    ],
  });
  return async ({ data: { now } }) => {
    const { code, seller, ratio } = now;
    const { result } = await decision.evaluate({ code, seller, ratio });
    return ((result ?? []) as { rule: string }[]).map(({ rule }) => rule);
  };
}
