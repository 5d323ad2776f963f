import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { expect, onTestFinished, test } from "vitest";
import { fileName } from "../../../src/outputs/email/folder-transport.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { until } from "../../support/until.ts";
import { fromNoon, letter, memoryOutbox, sender } from "./outbox.ts";

test("each mail becomes one .eml that opens, in a folder made at the start", async () => {
  const folder = join(tmpFolder(), "new", "outbox");
  const outbox = memoryOutbox();
  outbox.add({});
  outbox.add({ address: "other@example.com" });
  const { output } = sender(`file:${folder}`, outbox, fromNoon());
  await output.start();
  await until("both", () => outbox.mails.every(({ state }) => state === "sent"));
  const files = readdirSync(folder);
  expect(files).toHaveLength(2);
  const subjects = await Promise.all(
    files.map(async (file) => (await PostalMime.parse(readFileSync(join(folder, file)))).subject),
  );
  expect(subjects).toEqual([letter(1).subject, letter(2).subject]);
});

test("the same mail written again takes the place of the first", async () => {
  const folder = tmpFolder();
  for (let round = 0; round < 2; round++) {
    const outbox = memoryOutbox();
    outbox.add({});
    const { output } = sender(`file:${folder}`, outbox, fromNoon());
    await output.start();
    await until("the mail", () => outbox.mails[0]?.state === "sent");
  }
  expect(readdirSync(folder)).toHaveLength(1);
});

test("names sort by time, whatever the zone, and differ by mail and by address", () => {
  const base = { date: "2026-11-20T03:00:00.000Z", messageId: "<a@b>", address: "a@x.jp" };
  const later = { ...base, date: "2026-11-20T12:00:00.001+09:00" };
  expect([fileName(later), fileName(base)].sort()).toEqual([fileName(base), fileName(later)]);
  const names = [base, { ...base, messageId: "<c@b>" }, { ...base, address: "b@x.jp" }].map(fileName);
  expect(new Set(names).size).toBe(3);
  expect(names.every((name) => /^[0-9TZ]+-[0-9a-f]+\.eml$/.test(name))).toBe(true);
});

test("an address or Message-ID cannot lead out of the folder", async () => {
  const parent = tmpFolder();
  const folder = join(parent, "outbox");
  const outbox = memoryOutbox();
  outbox.add({ address: "../../x@y", messageId: "<../../../evil@x>" });
  const { output } = sender(`file:${folder}`, outbox, fromNoon());
  await output.start();
  await until("the mail", () => outbox.mails[0]?.state === "sent");
  expect(readdirSync(parent)).toEqual(["outbox"]);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("a folder that cannot be made ends the start with one clear line", async () => {
  const file = join(tmpFolder(), "file");
  writeFileSync(file, "");
  const { output } = sender(`file:${join(file, "outbox")}`, memoryOutbox(), fromNoon());
  await expect(output.start()).rejects.toThrow(/^the mail folder .*outbox cannot be written \(ENOTDIR\)$/);
});

test("a folder that goes away later postpones the mail", async () => {
  const folder = join(tmpFolder(), "outbox");
  mkdirSync(folder);
  const outbox = memoryOutbox();
  const { output } = sender(`file:${folder}`, outbox, fromNoon());
  await output.start();
  rmSync(folder, { recursive: true });
  outbox.add({});
  output.wake();
  await until("the outcome", () => outbox.mails[0]?.attempts === 1);
  expect(outbox.mails[0]).toMatchObject({ state: "waiting", error: expect.stringContaining("ENOENT") });
});

test("the mails are their owner's alone: new ones, those of before, and the folder that is made for them", async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const parent = tmpFolder();
  const folder = join(parent, "data", "outbox");
  const write = async () => {
    const outbox = memoryOutbox();
    outbox.add({});
    const { output } = sender(`file:${folder}`, outbox, fromNoon());
    await output.start();
    await until("the mail", () => outbox.mails[0]?.state === "sent");
    await output.stop(1_000);
  };
  await write();
  const [mail = ""] = readdirSync(folder);
  const modes = () => [folder, join(folder, ".."), join(folder, mail)].map(modeOf);
  expect(modes()).toEqual(["700", "700", "600"]);

  const old = join(folder, mail.replace("20", "19"));
  const other = join(folder, "notes.eml");
  const outside = join(parent, "elsewhere");
  for (const path of [old, other, outside]) {
    writeFileSync(path, "");
    chmodSync(path, 0o644);
  }
  symlinkSync(outside, join(folder, mail.replace("20", "18")));
  await write();
  expect([old, other, outside].map(modeOf)).toEqual(["600", "644", "644"]);
});

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}
