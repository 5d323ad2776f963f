import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { compose } from "../../../src/outputs/email/mailer.ts";
import { until } from "../../support/until.ts";
import { fromNoon, letter, memoryOutbox, noon, sender } from "./outbox.ts";
import { smtpServer } from "./servers.ts";

/** The message's own headers, unfolded. */
async function headers(bytes: Buffer): Promise<string[]> {
  const head = bytes.toString("latin1").split("\r\n\r\n")[0] ?? "";
  return head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
}

test("a mail opens with its subject, both parts, Message-ID, Date and the mark of a machine", async () => {
  const draft = letter(1);
  const mail = await PostalMime.parse(await compose(draft));
  expect(mail.subject).toBe(draft.subject);
  expect(mail.text?.trim()).toBe(draft.text.trim());
  expect(mail.html?.trim()).toBe(draft.html.trim());
  expect(mail.messageId).toBe(draft.messageId);
  expect(Date.parse(mail.date ?? "")).toBe(noon);
  expect(mail.from).toMatchObject({ name: "Yagura 櫓", address: "yagura@example.com" });
  expect(mail.to?.map(({ address }) => address)).toEqual([draft.address]);
  expect(mail.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
});

test("the same draft composes to the same bytes, another draft to another boundary", async () => {
  const [one, same, other] = await Promise.all([compose(letter(1)), compose(letter(1)), compose(letter(2))]);
  expect(one.equals(same)).toBe(true);
  const boundary = (bytes: Buffer) => /boundary="([^"]+)"/.exec(bytes.toString())?.[1];
  expect(boundary(one)).toBeTruthy();
  expect(boundary(one)).not.toBe(boundary(other));
});

test.each([
  ["subject", "hello\r\nBcc: thief@example.org\r\n\r\nbody"],
  ["subject", "hello\nX-Evil: 1"],
  ["subject", "架空\r\nX-Evil: 1\u2028X-Evil: 2"],
  ["from", "Yagura\r\nX-Evil: 1 <yagura@example.com>"],
  ["messageId", "<a@b>\r\nX-Evil: 1"],
  ["address", "desk@example.com\r\nX-Evil: 1"],
])("newlines in the %s start no header of their own: %j", async (field, value) => {
  const bytes = await compose({ ...letter(1), [field]: value });
  const names = (await headers(bytes)).map((line) => line.split(":")[0]?.toLowerCase());
  expect(names.sort()).toEqual(
    ["auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"].sort(),
  );
});

test("an address that looks like a list stays one recipient", async () => {
  const mail = await PostalMime.parse(
    await compose({ ...letter(1), address: "a@example.com, b@example.org" }),
  );
  expect(mail.to?.length ?? 0).toBeLessThanOrEqual(1);
});

test("a body that names files and addresses is text and fetches nothing", async () => {
  const text = "file:///etc/hostname {path: '/etc/hostname'} http://127.0.0.1:1/x";
  const mail = await PostalMime.parse(await compose({ ...letter(1), text, html: text }));
  expect(mail.text?.trim()).toBe(text);
  expect(mail.attachments).toEqual([]);
});

test("what arrives is byte for byte what was kept, lone dots included", async () => {
  const server = await smtpServer();
  const outbox = memoryOutbox();
  outbox.add({ text: ".\n..\n.end\n" });
  const { output } = sender(server.url, outbox, fromNoon());
  await output.start();
  await until("the mail", () => outbox.mails[0]?.state === "sent");
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.bytes.equals(outbox.mails[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
  expect(server.received[0]).toMatchObject({ from: "yagura@example.com", to: ["desk@example.com"] });
});

test.each(["=?utf-8?q?=0D=0AX-Evil:_1?=", "a =?UTF-8?B?5p625a2Q?= 架空 =?", "=??="])(
  "a subject that a stranger wrote as encoded words is read as it was written: %s",
  async (subject) => {
    const mail = await PostalMime.parse(await compose({ ...letter(1), subject }));
    expect(mail.subject).toBe(subject);
  },
);
