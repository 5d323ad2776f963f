import { isIP } from "node:net";
import * as z from "zod";
import { address, sender, smtpUrl } from "../settings/values.ts";

const recipientName = z.string().regex(/^[\p{L}\p{N}_-]+$/u, {
  error: "a recipient's name holds letters, digits, - and _",
});

export const email = z
  .strictObject({
    smtp: smtpUrl
      .optional()
      .describe("mail server, or file:FOLDER for one .eml a mail; by default data/outbox beside the rules"),
    sendSimulated: z
      .boolean()
      .default(false)
      .describe("whether alerts of simulated services go to a mail server that is not on this machine"),
    from: sender.default("Yagura <yagura@localhost>").describe("sender of the mails"),
    recipients: z
      .record(recipientName, z.array(address))
      .default({})
      .describe("who gets mail: a name for rules' notify, with its addresses")
      .meta({ examples: [{ desk: ["trader@example.com"] }] }),
  })
  // Without the section mails are files, so that the rules that ship have their recipient.
  .prefault({ recipients: { desk: ["trader@example.com"] } });

export const feed = z
  .strictObject({
    host: z.string().min(1).default("127.0.0.1").describe("address to listen on"),
    port: z.int().min(0).max(65535).default(8080).describe("0 takes any free port"),
    tokens: z
      .array(z.string())
      .transform((tokens) => tokens.filter((token) => token !== ""))
      .default([])
      .describe("who may subscribe; none: everyone on this machine")
      .meta({ examples: [["a-long-random-text"]] }),
    maxConnections: z.int().min(1).default(10_000).describe("how many may be connected"),
    maxConnectionsPerAddress: z
      .int()
      .min(1)
      .default(1_000)
      .describe("how many of them may come from one address"),
    origins: z
      .array(z.string())
      .default([])
      .describe("web pages that may connect, besides Yagura's own")
      .meta({ examples: [["https://desk.example.com"]] }),
    heartbeatMs: z
      .int()
      .min(100)
      .max(3_600_000)
      .default(15_000)
      .describe("how often a subscriber hears that all is well, in milliseconds"),
  })
  .superRefine(({ host, tokens }, context) => {
    if (isLoopback(host) || tokens.length > 0) return;
    const message = "a host that others can reach needs `tokens`";
    context.addIssue({ code: "custom", path: ["host"], message });
  })
  .prefault({});

function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "::1") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}
