/** Fields of items: stock codes in every form, and what is known of a field. */
import { expect, test } from "vitest";
import * as z from "zod";
import * as fields from "../../src/model/fields.ts";

test.each([
  ["72030", "7203"],
  ["130A0", "130A"],
  ["7203", "7203"],
  ["25935", "25935"],
  ["7200", "7200"],
  ["720300", "720300"],
])("the code %s is shortened to %s", (code, short) => {
  expect(fields.shortCode(code)).toBe(short);
});

test.each([
  ["7203", "7203"],
  ["72030", "7203"],
  ["7203.T", "7203"],
  ["TSE:7203", "7203"],
  ["7203 JP", "7203"],
  ["７２０３", "7203"],
  ["130a", "130A"],
  [" 130A ", "130A"],
  ["25935", "25935"],
  ["720", undefined],
  ["Example", undefined],
  ["", undefined],
])("who writes the code %j means %s", (written, meant) => {
  expect(fields.codeMeant(written)).toBe(meant);
});

test("a field carries what mails show of it and what is usual for it, also where it may be absent", () => {
  const position = { en: "Position", ja: "残高" };
  const ratio = fields.share("position", { label: position, unit: fields.units.percent });
  expect(fields.markOf(ratio)).toEqual({
    unit: "percent",
    usual: [0, 100],
    words: { label: position, unit: { en: "%", ja: "%" } },
  });
  expect(fields.markOf(ratio.optional())).toEqual(fields.markOf(ratio));
  expect(ratio.description).toBe("position, percent");
  const shares = fields.amount("held", { en: "Shares", ja: "株数" });
  expect(fields.markOf(shares)).toEqual({
    usual: [0],
    words: { label: { en: "Shares", ja: "株数" }, unit: { en: "shares", ja: "株" } },
  });
  expect(fields.markOf(fields.text("a text", position))).toEqual({ words: { label: position } });
  expect(fields.markOf(fields.moment("a time", "Z", position))).toMatchObject({ form: "moment", zone: "Z" });
  expect(fields.markOf(fields.day("a day", position))).toMatchObject({ form: "day" });
  expect(fields.markOf(z.string())).toBeUndefined();
});

test("a number from a least one on is not refused below it: what services send is read as it is", () => {
  const votes = fields.numberFrom(0, "votes", { en: "Votes", ja: "票数" });
  expect(votes.safeParse(-1).success).toBe(true);
  expect(z.toJSONSchema(votes)).toMatchObject({ minimum: 0, description: "votes" });
});
