/** docs/webhooks.md: what it shows a shell of signatures makes those that Yagura sends. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { signatureHeaders } from "../../src/outputs/webhook/formats/json.ts";
import { home } from "./written-files.ts";

const text = readFileSync(join(home, "docs/webhooks.md"), "utf8");
const secret = `whsec_${Buffer.from("a secret of thirty-two bytes, or so").toString("base64")}`;

it("shows a shell how to sign", () => {
  const [, script = ""] = /```sh\n(key=.*?)```/s.exec(text) ?? [];
  const BODY = '{"type":"test","data":{"text":"信用取引"}}';
  const env = { ...process.env, SECRET: secret, ID: "msg_1", TIMESTAMP: "1795415852", BODY };
  const printed = execFileSync("sh", ["-c", script], { env, encoding: "utf8" }).trim();
  const headers = signatureHeaders([secret], { id: "msg_1", sentAt: 1795415852_000, body: BODY });
  expect(`v1,${printed}`).toBe(headers["webhook-signature"]);
});
