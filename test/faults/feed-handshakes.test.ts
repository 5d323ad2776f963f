/** Handshakes of every wrong kind: who is let in, and what the others are told, is what docs/feed.md says. */
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startFeed } from "../outputs/feed/support/running-feed.ts";
import { subscriber } from "../outputs/feed/support/subscriber.ts";
import { until } from "../support/until.ts";
import { type HandshakeCase, openCases, slowHeads, tokenCases } from "./handshake-cases.ts";
import { tell, testWhole } from "./trials.ts";

/** The status of the first answer, and whatever was sent. Each comes from an address of its own, so that none waits for guesses. */
async function answerTo(
  port: number,
  head: string,
  from: number,
): Promise<{ status: number; bytes: string }> {
  const localAddress = `127.1.${from >> 8}.${from & 255}`;
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  onTestFinished(() => void socket.destroy());
  let bytes = "";
  let ended = false;
  socket.setEncoding("latin1").on("data", (more) => {
    bytes += more;
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    ended = true;
  });
  socket.write(Buffer.from(head, "latin1"));
  await until("an answer", () => bytes.includes("\r\n\r\n") || ended);
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(bytes)?.[1] ?? 0), bytes };
}

async function wrongOf(port: number, cases: readonly HandshakeCase[], from: number): Promise<string[]> {
  const wrong: string[] = [];
  for (const [index, { name, head, status }] of cases.entries()) {
    const answer = await answerTo(port, head, from + index);
    if (answer.status !== status) wrong.push(`${name}: ${answer.status} and not ${status}`);
    if (/extensions|bearer\.|first-token|second\.token/i.test(answer.bytes))
      wrong.push(`${name}: ${answer.bytes}`);
  }
  return wrong;
}

test(`${openCases.length + tokenCases.length} handshakes are answered as the documents say`, async (context) => {
  const origins = ["https://desk.example.com"];
  const open = await startFeed({ origins });
  const guarded = await startFeed({ origins, tokens: ["first-token", "second.token"] });
  const wrong = [
    ...(await wrongOf(open.feed.port, openCases, 1)),
    ...(await wrongOf(guarded.feed.port, tokenCases, 1_000)),
  ];
  tell(context, {
    fault: "origins, hosts, tokens and handshakes",
    tried: openCases.length + tokenCases.length,
    lost: open.failures.length + guarded.failures.length,
    wrong: wrong.length,
    failsWith: "several Hosts allowed; any version let through",
  });
  expect(wrong).toEqual([]);
  expect([...open.failures, ...guarded.failures]).toEqual([]);
  await subscriber(open.url).frame("welcome");
});

testWhole("heads that never end give their sockets back", async (context) => {
  const { feed, url } = await startFeed();
  const results = await Promise.allSettled(
    slowHeads.map(({ head }, from) => answerTo(feed.port, head, from + 1)),
  );
  const wrong = results.filter((result, at) =>
    result.status === "rejected" ? true : result.value.status !== slowHeads[at]?.status,
  );
  tell(context, {
    fault: "heads that never end",
    tried: slowHeads.length,
    lost: 0,
    wrong: wrong.length,
    failsWith: "no limit for the time of a head",
  });
  expect(wrong).toEqual([]);
  await subscriber(url).frame("welcome");
});
