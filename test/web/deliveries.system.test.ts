/** The deliveries on the page: a dead letter is seen with the server's answer, and sent again to a real mail server. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { beforeAll, expect, it } from "vitest";
import { freePort } from "../support/free-port.ts";
import { until } from "../support/until.ts";
import { useBrowser } from "./support/browser.ts";
import { expectGoodLooks } from "./support/looks.ts";
import { useScene } from "./support/scene.ts";

const unknown = new Set(["gone@example.com"]);
const received: { readonly to: string; readonly id: string }[] = [];

/** Takes letters to all addresses but the unknown ones, for all tests of this file. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  logger: false,
  onRcptTo: ({ address }, _session, done) =>
    done(
      unknown.has(address)
        ? Object.assign(new Error("5.1.1 <b>no such mailbox</b>"), { responseCode: 550 })
        : undefined,
    ),
  onData(stream, { envelope }, done) {
    let text = "";
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    stream.on("end", () => {
      const [, id = ""] = /^Message-ID: (.*)$/im.exec(text) ?? [];
      for (const { address } of envelope.rcptTo) received.push({ to: address, id: id.trim() });
      done();
    });
  },
});
server.on("error", () => {});

const rules = `rules:
  - name: mailed
    on: forum.comment.posted
    cooldown: 1d
    title: "<i>Comments</i> about {{ now.code }}"
    notify: [email:desk]
`;

const browser = useBrowser();
let smtp = 0;
beforeAll(async () => {
  smtp = await freePort();
  await new Promise<void>((resolve) => server.listen(smtp, "127.0.0.1", resolve));
  return () => new Promise<void>((resolve) => server.close(resolve));
});
const scene = useScene({
  ...{ alerts: 1, rules },
  prepare(folder) {
    const email = `email:\n  smtp: "smtp://127.0.0.1:${smtp}"\n  from: "Yagura <yagura@example.com>"\n`;
    const recipients = "  recipients: { desk: [gone@example.com, trader@example.com] }\n";
    const sources = 'sources: { forum-comments: { schedule: "*/20 * * * * *", codes: ["7203", "6758"] } }\n';
    writeFileSync(
      join(folder, "config/monitor.yaml"),
      `${email}${recipients}${sources}feed: { port: "\${YAGURA_PORT}" }\n`,
    );
  },
});

it("shows receivers and messages well in both languages and sizes", async () => {
  await until("letters", async () => (await listed("sent")) > 0 && (await listed("failed")) > 0);
  const heading = { en: "Messages", ja: "メッセージ" };
  await expectGoodLooks(browser, scene.url, ["deliveries", heading]);
});

it("finds by state and receiver, in the address", async () => {
  const { page, alarms } = await browser.read(`${scene.url}#/deliveries?state=failed`);
  await page.getByText("<b>no such mailbox</b>").first().waitFor();
  expect(await page.locator(".deliveries .tag").allTextContents()).not.toContain("Sent");
  await page.getByRole("link", { name: "Sent", exact: true }).click();
  await page.locator(".deliveries .tag", { hasText: "Sent" }).first().waitFor();
  expect(page.url()).toContain("state=sent");
  await page
    .getByRole("link", { name: /trader@example.com/ })
    .first()
    .click();
  await page.getByText("Only to trader@example.com").waitFor();
  expect(alarms).toEqual([]);
});

it("sends a dead letter again: the same message, once more, and says what came of it", async () => {
  const { page } = await browser.read(`${scene.url}#/deliveries?state=failed`);
  await page.locator(".deliveries summary").first().click();
  await page.getByRole("link", { name: /about/ }).first().waitFor();
  unknown.clear();
  const before = received.length;
  await page
    .getByRole("button", { name: /^Send again/ })
    .first()
    .click();
  await page.getByText("Send the same message to this address once more?").waitFor();
  expect(received.filter(({ to }) => to === "gone@example.com")).toEqual([]);
  await page
    .getByRole("button", { name: /^Send again/ })
    .first()
    .click();
  await until("the letter", async () => received.some(({ to }) => to === "gone@example.com"));
  expect(received.length).toBeGreaterThan(before);
});

it("sends a test message to an address of the settings, and shows the server's answer", async () => {
  const { page } = await browser.read(`${scene.url}#/deliveries`);
  await page.getByRole("button", { name: "Send a test: trader@example.com" }).click();
  await page.getByText(/^Sent: /).waitFor();
});

async function listed(state: string): Promise<number> {
  const answer = await fetch(`${scene.url}api/deliveries?state=${state}`);
  return ((await answer.json()) as { deliveries: unknown[] }).deliveries.length;
}
