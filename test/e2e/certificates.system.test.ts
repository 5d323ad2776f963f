/** Certificates of mail servers as `yagura send-test` meets them, with an authority that the process trusts. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { smtpServer } from "../outputs/email/servers.ts";
import { type Certificate, makeAuthority, makeCertificate } from "../support/certificate.ts";
import { yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

/** The answer to a test mail to a server with such a certificate. */
async function answerTo(
  made: (folder: string) => { shown: Certificate; trusted: string | undefined },
  host = "localhost",
) {
  const folder = tmpFolder();
  const { shown, trusted } = made(folder);
  const server = await smtpServer({ secure: true, disabledCommands: [], key: shown.key, cert: shown.cert });
  mkdirSync(join(folder, "rules"));
  const config = join(folder, "monitor.yaml");
  const smtp = `smtps://${host}:${server.port}?tls.rejectUnauthorized=true`;
  const email = `{ smtp: "${smtp}", from: y@example.com, recipients: { desk: [desk@example.com] } }`;
  writeFileSync(config, `rules: rules\nemail: ${email}\n`);
  const env: Record<string, string> = trusted === undefined ? {} : { NODE_EXTRA_CA_CERTS: trusted };
  const { stdout } = await yagura(["send-test", "--config", config, "--json"], env);
  const [answer] = JSON.parse(stdout);
  return { ...answer, received: server.received.length };
}

test("a certificate of an authority that is trusted lets the mail through, looked at", async () => {
  const answer = await answerTo((folder) => {
    const authority = makeAuthority(folder);
    return { shown: authority.issue("good"), trusted: authority.certFile };
  });
  expect(answer).toMatchObject({ ok: true, received: 1 });
  expect(answer.way).toMatch(/^encrypted from the beginning with TLSv1\.3; without a login; /);
});

test.each<[string, Parameters<typeof answerTo>[0], RegExp]>([
  [
    "one that has expired",
    (folder) => {
      const authority = makeAuthority(folder);
      return { shown: authority.issue("old", undefined, -1), trusted: authority.certFile };
    },
    /^the mail server's certificate has expired; /,
  ],
  [
    "one for another name",
    (folder) => {
      const authority = makeAuthority(folder);
      const shown = authority.issue("other", "DNS:mail.example.com");
      return { shown, trusted: authority.certFile };
    },
    /^the mail server's certificate is for another name; .*mail\.example\.com/,
  ],
  [
    "one that vouches for itself",
    (folder) => ({ shown: makeCertificate(folder), trusted: undefined }),
    /^the mail server's certificate is not vouched for by anyone but itself; /,
  ],
  [
    "one of an authority that nobody knows",
    (folder) => ({ shown: makeAuthority(folder).issue("strange"), trusted: undefined }),
    /^the mail server's certificate is not vouched for by anyone known here; /,
  ],
])("%s is told as what it is, and nothing is sent", async (_, made, words) => {
  const answer = await answerTo(made);
  expect(answer).toMatchObject({ ok: false, received: 0, message: expect.stringMatching(words) });
});
