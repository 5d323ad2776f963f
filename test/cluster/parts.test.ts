/** Parts that writers left on the log, and what comes of them. */
import { expect, test } from "vitest";
import { createJoin } from "../../src/cluster/nats/parts.ts";

/** `a1/2:TEXT` is the first of two parts of the message a; `a:TEXT` is a whole one; `:TEXT` is nobody's. */
function joined(carried: readonly string[]): (string | undefined)[] {
  const join = createJoin();
  return carried.map((one, at) => {
    const [, id = "", part = "", text = ""] = /^(\w?)(\d+\/\d+)?:(.*)$/.exec(one) ?? [];
    const headers: Record<string, string> = { "Yagura-Id": id, "Yagura-Part": part, "Yagura-Term": "3" };
    const data = Buffer.from(text);
    const read = join({ sequence: at + 1, header: (name) => headers[name] ?? "", data });
    if (read === undefined) return "within";
    expect(read).toMatchObject({ sequence: at + 1, term: 3, format: 0 });
    return read.message?.kind;
  });
}
const whole = (kind: string) => JSON.stringify({ kind });

test.each([
  { left: "a whole one", carried: [`a:${whole("x")}`], kinds: ["x"] },
  { left: "parts in order", carried: ['a1/2:{"kind":', 'a2/2:"x"}'], kinds: [undefined, "x"] },
  {
    left: "parts without their end, before another message",
    carried: ['a1/2:{"kind":', `b:${whole("y")}`, 'a2/2:"x"}'],
    kinds: [undefined, "y", undefined],
  },
  {
    left: "the same parts of two messages",
    carried: ['a1/2:{"kind":', 'b1/2:{"kind":', 'b2/2:"y"}'],
    kinds: [undefined, undefined, "y"],
  },
  { left: "a part that is missing", carried: ["a1/3:{", 'a3/3:"kind":1}'], kinds: [undefined, undefined] },
  { left: "an end without a beginning", carried: ['a2/2:"x"}'], kinds: ["within"] },
  { left: "no JSON", carried: ["a:{", `b:${whole("y")}`], kinds: [undefined, "y"] },
  {
    left: "what is no message",
    carried: ["a:[1]", "a:null", 'a:{"kind":1}'],
    kinds: Array(3).fill(undefined),
  },
  { left: "what is nobody's", carried: [`:${whole("x")}`], kinds: [undefined] },
  { left: "parts of a length that is none", carried: [`a0/0:${whole("x")}`], kinds: [undefined] },
])("$left", ({ carried, kinds }) => {
  expect(joined(carried)).toEqual(kinds);
});
