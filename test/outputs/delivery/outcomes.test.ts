/** Outcomes of messages, as they are written together. */
import { expect, test } from "vitest";
import type { MailOutcome, Outbox, OutboxMail } from "../../../src/model/mail.ts";
import { Outcomes } from "../../../src/outputs/delivery/outcomes.ts";
import { createHandClock } from "../../support/hand-clock.ts";

test("what is answered after the end is neither written nor counted, however much it is", () => {
  const written: MailOutcome[] = [];
  let tries = 0;
  const log = { info() {}, warn() {}, error() {} };
  const outcomes = new Outcomes({
    ...{ log, clock: createHandClock(0), onFailed() {} },
    outbox: { record: (all) => void written.push(...all) } as Outbox,
    attempts: { tried: () => void tries++ } as never,
  });
  const mail = { id: 1, address: "a@example.com" } as OutboxMail;
  const answer = () => outcomes.add({ mail, outcome: { id: 1, at: 0, outcome: "sent", answer: "250" } });
  answer();
  outcomes.close();
  for (let more = 0; more < 60; more += 1) answer();
  expect([written.length, tries]).toEqual([1, 1]);
});
