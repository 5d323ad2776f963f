/** The section `feed` of the settings. */
import { isIP } from "node:net";
import * as z from "zod";

export const feedSchema = z
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
