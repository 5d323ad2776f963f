import { expect, test } from "vitest";
import type { Figure } from "../../src/lib/measure.ts";
import { createAttemptMeasures } from "../../src/outputs/attempt-measures.ts";
import { outputSettings } from "../support/output-settings.ts";

const settings = outputSettings({ desk: ["a@example.com", "b@example.com"], boss: ["b@example.com"] });

const mail = (address: string) => ({ address, messageId: "<m@example.com>" });

function counted(measures: ReturnType<typeof createAttemptMeasures>["measures"]) {
  const read = measures[0]?.read() as readonly Figure[];
  return read.filter(({ value }) => value > 0).map(({ labels, value }) => ({ ...labels, value }));
}

test("an attempt counts for the receivers that have the address, together where several have it", () => {
  const attempts = createAttemptMeasures(settings, { sent() {}, reached() {} });
  const email = attempts.of("email");
  email.tried(mail("a@example.com"), "sent");
  email.tried(mail("b@example.com"), "postponed");
  email.tried(mail("b@example.com"), "postponed");
  expect(counted(attempts.measures)).toEqual([
    { output: "email", receiver: "email:desk", outcome: "sent", value: 1 },
    { output: "email", receiver: "email:desk,email:boss", outcome: "postponed", value: 2 },
  ]);
});

test("an address that the settings have no more counts without a name", () => {
  const attempts = createAttemptMeasures(settings, { sent() {}, reached() {} });
  attempts.of("email").tried(mail("gone@example.com"), "expired");
  expect(counted(attempts.measures)).toEqual([
    { output: "email", receiver: "(others)", outcome: "expired", value: 1 },
  ]);
});

test("every outcome of every receiver is there from the start, and what takes no deliveries is not", () => {
  const read = createAttemptMeasures(settings, {
    sent() {},
    reached() {},
  }).measures[0]?.read() as readonly Figure[];
  expect(read.map(({ labels }) => `${labels.receiver} ${labels.outcome}`)).toEqual(
    ["email:desk", "email:desk,email:boss"].flatMap((receiver) =>
      ["sent", "postponed", "refused", "expired"].map((outcome) => `${receiver} ${outcome}`),
    ),
  );
});
