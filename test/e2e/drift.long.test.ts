/** The compiled program with its shipped rules, when services change what they send. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { json } from "../support/services/serve.ts";
import { until } from "../support/until.ts";
import { baselined, recipients, type Stage, setStage } from "./stage.ts";

// Services are asked once a second, a failing one less often.

const shipped = join(import.meta.dirname, "../../rules/monitor.yaml");

const drifted = ({ feed }: Stage) =>
  feed.events.filter(({ event }) => event.type === "source.drifted").map(({ event }) => event.data.now);
const alerts = ({ feed }: Stage) =>
  feed.events.filter(({ event }) => event.type === "alert.fired").map(({ event }) => event.data.now);
const told = (stage: Stage, type: string) => stage.feed.events.filter(({ event }) => event.type === type);

test("new fields are told once, without a mail; an interface that changed is mailed once, over kills too, and its end is told", async () => {
  const stage = await setStage("documented");
  copyFileSync(shipped, join(stage.folder, "rules/monitor.yaml"));
  const monitor = await stage.start();
  await baselined(stage);
  const items = (stage.worlds.forum.comments["7203"] ?? []).map(({ part, title, body, yes, no }) => ({
    part,
    userId: "hash-of-author",
    dispname: "kaze",
    title,
    body,
    postDate: "2026/1/5 9:05",
    good: yes,
    bad: no,
    mood: "bullish",
  }));
  const asked = () => stage.services.asked.filter(({ path }) => path.endsWith("/comment")).length;
  const before = asked();
  stage.answers.set(
    "/bff-quote-stocks/v1/ajax/bbs/comment",
    json({ isSuccess: true, response: { isError: false, totalSize: 110, items: items.reverse() } }),
  );
  await until("the news", () => drifted(stage).length === 1);
  await until("more polls", () => asked() >= before + 4);
  expect(drifted(stage)).toMatchObject([{ source: "forum-comments", reason: "unknown-fields", items: 1 }]);
  expect(JSON.stringify(drifted(stage))).toContain("response.items[].mood");
  expect(alerts(stage).map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([
    "source-has-new-fields info",
  ]);
  expect(stage.mails.received).toEqual([]);

  stage.answers.set("/v2/markets/margin-alert", json({ rows: [{ Code: "72030", Holder: "架空太郎" }] }));
  await until("the failed poll", () => told(stage, "source.failed").length === 1);
  await monitor.stop("SIGKILL");
  const again = await stage.start();
  await until("the drift", () => drifted(stage).length === 2);
  expect(drifted(stage)[1]).toMatchObject({
    source: "margin-alerts",
    reason: "drifted",
    places: [{ path: "markets/margin-alert data", expected: "array", found: "nothing" }],
  });
  const mailed = () => stage.mails.received.filter(({ bytes }) => bytes.includes("needs attention"));
  await until("the mails", () => mailed().length === recipients.length);
  await again.stop("SIGKILL");
  await stage.start();
  stage.answers.delete("/v2/markets/margin-alert");
  await until("the recovery", () => told(stage, "source.recovered").length === 1);
  expect(drifted(stage)).toHaveLength(2);
  expect(alerts(stage).filter(({ severity }) => severity === "critical")).toHaveLength(1);
  expect(JSON.stringify(stage.feed.events)).not.toContain("架空太郎");
});
