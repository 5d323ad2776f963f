/** News of mails that were damaged in the database: only of those whose alert and address are surely known. */
import { expect, test } from "vitest";
import type { MailRemains } from "../../../src/model/mail.ts";
import { damagedNews } from "../../../src/outputs/delivery/given-up.ts";
import { messageIdOf } from "../../../src/outputs/email/headers.ts";
import { losingEmail } from "../../../src/outputs/email/member.ts";
import { MemoryLog } from "../../support/memory-log.ts";
import { alertOf, from } from "../letter/scene.ts";

const alert = alertOf();
const address = "desk@example.com";

function newsOf(more: Partial<MailRemains>) {
  const messageId = messageIdOf(more.message ?? alert.event.id, address, from);
  const remains: MailRemains = {
    ...{ output: "email", alertSeq: alert.seq, address, from, messageId, message: null },
    ...{ subject: "s", attempts: 2, ...more },
  };
  return damagedNews(losingEmail, [remains], logOf()).map(({ data }) => data.now);
}

/** The alert stands where its number says. */
function logOf() {
  const log = new MemoryLog("0a1b");
  for (let seq = 1; seq <= alert.seq; seq++) log.append(alert.event);
  return log;
}

test.each([
  ["of one alert", null],
  ["of a group", "8f3a-12"],
  ["that repeats an alert", `${alert.event.id}.1795161600000`],
])("a damaged mail %s is told with its alert and address", (_, message) => {
  expect(newsOf({ message })).toMatchObject([
    { alert: alert.event.id, address, reason: "damaged", attempts: 2 },
  ]);
});

test("a mail whose address, name or alert may be what is damaged is not told", () => {
  expect(newsOf({ address: "desl@example.com" })).toEqual([]);
  expect(newsOf({ messageId: "<other@example.com>" })).toEqual([]);
  expect(newsOf({ message: "g-1", messageId: messageIdOf("g-2", address, from) })).toEqual([]);
  expect(newsOf({ alertSeq: 99 })).toEqual([]);
});
