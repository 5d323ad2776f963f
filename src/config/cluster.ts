/** The section `cluster`: the servers that keep one log for several machines, and which of these machines this one is. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import type { AlertFinding } from "../alerts/check-settings.ts";
import { isLoopback } from "../lib/http/url.ts";
import { asUnread, readSmallFileNow } from "../lib/read-small-file.ts";
import { filledText } from "../lib/yaml/validate-yaml.ts";

const addressForm = /^(?:nats|tls):\/\/[^\s/@?#]+$/;
/** Numbers of servers of which a majority goes on without one. */
const replicaCounts = [1, 3, 5] as const;

const isEncrypted = (address: string) => address.startsWith("tls://");

const serverAddress = z
  .string()
  .refine((text) => addressForm.test(text) && URL.canParse(text), {
    error:
      "this must be an address such as nats://10.0.0.1:4222, or one with tls://, without a login before its host",
  })
  .meta({ pattern: addressForm.source, examples: ["nats://10.0.0.1:4222", "tls://nats.example.com:4222"] });

const file = (description: string, example: string) =>
  filledText()
    .optional()
    .describe(description)
    .meta({ examples: [example] });

/** An empty section is a mistake, and never the same as none: a machine that goes on alone would be a second writer. */
export const clusterSection = z
  .strictObject({
    nats: z
      .array(serverAddress)
      .min(1)
      .describe("addresses of the NATS servers, nats://HOST:PORT, or tls:// of all of them"),
    credentials: file("file of credentials of NATS, as `nsc generate creds` writes it", "yagura.creds"),
    ca: file(
      "certificates (PEM) that vouch for servers with tls://; left out: those that Node knows",
      "ca.pem",
    ),
    name: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,40}$/, { error: "a machine's name has up to 40 letters, digits and -" })
      .describe("name of this machine, which no other one has")
      .meta({ examples: ["tokyo-1"] }),
    replicas: z
      .int()
      .min(1)
      .max(5)
      .refine((count) => replicaCounts.some((one) => one === count), {
        error: `this must be one of ${replicaCounts.join(", ")}`,
      })
      .transform((count) => count as (typeof replicaCounts)[number])
      .meta({ enum: [...replicaCounts] })
      .default(3)
      .describe("servers that keep each entry: 1, 3 or 5"),
  })
  .superRefine(({ nats, ca }, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    for (const [index, address] of nats.entries())
      if (nats.indexOf(address) < index) refuse(["nats", index], `\`${address}\` is there twice`);
    // One that is not encrypted would be the one that everything goes to while the others are away.
    const encrypted = nats.filter(isEncrypted).length;
    if (encrypted > 0 && encrypted < nats.length)
      refuse(["nats"], "either all addresses begin with tls://, or none does");
    if (ca !== undefined && encrypted === 0) refuse(["ca"], "`ca` needs addresses that begin with tls://");
  })
  .optional()
  .describe("several machines on one log, which NATS servers keep; left out: this machine alone");

/** Its paths are absolute. */
export type ClusterSettings = NonNullable<z.output<typeof clusterSection>>;

/** @param folder of the settings */
export function clusterFrom(
  folder: string,
  written: ClusterSettings | undefined,
): ClusterSettings | undefined {
  if (written === undefined) return undefined;
  const beside = (path: string | undefined) => (path === undefined ? undefined : resolve(folder, path));
  return { ...written, credentials: beside(written.credentials), ca: beside(written.ca) };
}

type Said = Omit<AlertFinding, "at">;

const onlyIf = (isSo: boolean, finding: Said): Said[] => (isSo ? [finding] : []);

/** Warnings about servers that ask nobody who they are or are too few, and about files that are not what they should be. */
export function clusterWarnings(cluster: ClusterSettings | undefined): AlertFinding[] {
  if (cluster === undefined) return [];
  const { nats, replicas, credentials, ca } = cluster;
  const open = nats.findIndex((address) => !isLoopback(new URL(address).hostname));
  const isOpen = open !== -1 && credentials === undefined;
  const about = (at: (string | number)[], said: readonly Said[]) => said.map((one) => ({ ...one, at }));
  return [
    ...about(["nats", open], onlyIf(isOpen, openServer)),
    ...about(
      ["nats"],
      onlyIf(replicas > nats.length, {
        message: `each entry is to be kept by ${replicas} servers, and this names ${nats.length}`,
        suggestion: "name all servers, or write `replicas: 1`",
      }),
    ),
    ...about(["credentials"], ofFile(credentials, oddCredentials)),
    ...about(["ca"], ofFile(ca, oddCertificates)),
  ];
}

const openServer: Said = {
  message: "whoever reaches this server reads and writes everything: there are no `credentials`",
  suggestion: "make a user of NATS, and name its file in `credentials`",
};

const mostBytes = 1_000_000;

/** What is odd about a file, by its text and its rights. */
function ofFile(path: string | undefined, oddities: (text: string, mode: number) => Said[]): Said[] {
  if (path === undefined) return [];
  try {
    return oddities(readSmallFileNow(path, mostBytes).toString("latin1"), statSync(path).mode);
  } catch (error) {
    return [{ message: `no machine of a cluster starts without this file: ${asUnread(error).message}` }];
  }
}

const credentialsForm = /-BEGIN NATS USER JWT-[\s\S]+-BEGIN USER NKEY SEED-/;

const oddCredentials = (text: string, mode: number): Said[] => [
  ...onlyIf(!credentialsForm.test(text), {
    message: "these are no credentials of NATS: such a file has a JWT and a seed",
    suggestion: "`nsc generate creds` writes one",
  }),
  ...onlyIf((mode & 0o004) !== 0, {
    message: "every user of this machine can read the credentials",
    suggestion: "chmod 600, or 640 with the group of the service",
  }),
];

const oddCertificates = (text: string): Said[] =>
  onlyIf(!text.includes("-BEGIN CERTIFICATE-"), { message: "there is no certificate (PEM) in this file" });
