/** A digest that comes also on a quiet day: when its news is told, what it says, and the one mail that follows. */
import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { createPolicy } from "../../../src/alerts/create-policy.ts";
import { alertsSetting } from "../../../src/alerts/settings.ts";
import { createDigestNews } from "../../../src/app/operating/digest-due.ts";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import { parseYaml } from "../../../src/lib/yaml/parse-yaml.ts";
import { StoreError } from "../../../src/model/store-faults.ts";
import type { Committed } from "../../../src/pipeline/change.ts";
import { beginLife, position, rulesOfText } from "../../backtest/lived-log.ts";
import { batch, entry, mail, sourceWrite } from "../../store/batches.ts";
import { createHandClock } from "../../support/hand-clock.ts";

const minuteMs = 60_000;
const at = (time: string) => Date.parse(`${time}:00+09:00`);
/** Friday 9 January 2026. */
const begin = at("2026-01-09T08:00");
const rules = rulesOfText(
  `${readFileSync("rules/monitor.yaml", "utf8").replace(/^needs:.*$/m, "")}
  - { name: opened, on: short.report.opened, title: "opened {{ now.code }}", notify: [email:desk] }`,
);

function quietDays(settings = "receivers: { email:desk: { digest: [after-evening], always: true } }") {
  const alerts = alertsSetting.parse(parseYaml(settings, "alerts.yaml").value);
  const life = beginLife(rules, alerts);
  onTestFinished(() => life.store.close());
  const clock = createHandClock(begin);
  let isFull = false;
  const { store } = life;
  store.commit(
    batch({
      source: sourceWrite({
        name: "margin-alerts",
        successAt: begin,
        publication: { published: "2026-01-08" },
      }),
    }),
  );
  const newsOf = () =>
    createDigestNews({
      ...{ policy: createPolicy(alerts), receivers: ["email:desk"], store, clock },
      ...{ sources: ["margin-alerts", "forum-comments"], calendar: () => weekdaysOnly },
      watchlists: () => ({ mine: [{ code: "9901" }] }),
      tell({ drafts, batch: { meta = {} } }) {
        if (isFull) throw new StoreError("the disk is full");
        life.poll(new Date(clock.now()).toISOString(), drafts);
        store.commit(batch({ meta }));
      },
    });
  const news = newsOf();
  let stop = news.start();
  const mails = () => {
    life.poll(new Date(clock.now()).toISOString(), []);
    const due = store.outbox.of("email").due(clock.now(), 100, []);
    return due.map(({ subject, text, address }) => ({ subject, text, address }));
  };
  return {
    ...{ life, clock, store, news, mails },
    fill: (full: boolean) => {
      isFull = full;
    },
    restart() {
      stop();
      stop = newsOf().start();
    },
    told: () =>
      store.log
        .read(0, 1_000)
        .filter(({ type }) => type === "digest.due")
        .map(({ json }) => JSON.parse(json)),
  };
}

const polled = (name: string, more: Partial<Committed> = {}): Committed =>
  ({
    ...{ change: { poll: { watched: { source: { name } } } }, remembers: false, limits: [] },
    written: batch({}),
    ...more,
  }) as never;

test("comes once on each trading day, says what was read, and is a mail of its own where nothing happened", () => {
  const { clock, news, mails, told } = quietDays();
  for (let poll = 0; poll < 3; poll += 1) news.report(polled("margin-alerts"));
  const failed = polled("forum-comments");
  news.report({ ...failed, change: { ...failed.change, failure: {} as never } });
  clock.moveTo(at("2026-01-09T20:28"));
  expect(told()).toEqual([]);
  clock.moveTo(at("2026-01-09T20:29"));
  expect(told()).toHaveLength(1);
  expect(mails()).toEqual([]);
  clock.moveTo(at("2026-01-09T20:30"));
  const [one, other] = mails();
  expect([one?.subject, other?.address]).toEqual([
    "[Yagura] Digest after the evening publications, Fri 9 Jan, 20:30: nothing new",
    "b@example.com",
  ]);
  expect(one?.text).toContain(`No message was sent since 2026-01-09 08:00, and no rule fired.
Polls: 3, failed: 1. Changes: 0, about your stocks: 0.
margin-alerts: polls 3, failed 0, newest publication 2026-01-08, last read 2026-01-09 08:00
forum-comments: polls 0, failed 1, never read`);
  expect(
    told()[0].data.now.inJapanese,
  ).toContain(`2026-01-09 08:00以降、送信した通知はありません。アラートも出ていません。
取得3回、失敗1回。変化は0件、うちウォッチリストの銘柄は0件です。
margin-alerts：取得3回、失敗0回、最新の公表日 2026-01-08、最終取得 2026-01-09 08:00
forum-comments：取得0回、失敗1回、まだ取得できていません`);
  clock.moveTo(at("2026-01-13T08:00"));
  expect(told().map(({ data }) => data.now.at)).toEqual([
    "2026-01-09T11:30:00.000Z",
    "2026-01-12T11:30:00.000Z",
  ]);
});

test("is in the one digest with what happened, whatever a route says of it", () => {
  const { clock, news, life, mails } =
    quietDays(`receivers: { email:desk: { digest: [after-evening], always: true } }
routes:
  - { match: "rule=*", to: [email:night], continue: true }
  - { match: rule=opened, to: [email:desk], digest: [after-evening] }`);
  life.poll(new Date(at("2026-01-09T18:00")).toISOString(), [position("9901", 1)]);
  news.report(
    polled("margin-alerts", {
      written: batch({ entries: [entry(1), entry(2, { subject: "1301" })], mails: [mail(1)] }),
    }),
  );
  clock.moveTo(at("2026-01-09T20:30"));
  const own = mails().filter(({ address }) => address === "a@example.com");
  expect(own.map(({ subject }) => subject)).toEqual([
    "[Yagura] Digest after the evening publications, Fri 9 Jan, 20:30: 1 alert",
  ]);
  expect(own[0]?.text).toContain("opened 9901");
  expect(own[0]?.text).toContain(
    "Alerts since 2026-01-09 08:00: 0; messages sent: 1.\nPolls: 1, failed: 0. Changes: 2, about your stocks: 1.",
  );
});

test("is told once over a restart in its minute, and again where it could not be written", () => {
  const { clock, fill, told, restart } = quietDays();
  fill(true);
  clock.moveTo(at("2026-01-09T20:29") + 20_000);
  expect(told()).toEqual([]);
  fill(false);
  clock.move(10_000);
  expect(told()).toHaveLength(1);
  restart();
  clock.move(10 * minuteMs);
  expect(told()).toHaveLength(1);
});

test("`always` needs the times of a digest", () => {
  expect(
    alertsSetting.safeParse({ receivers: { "email:desk": { always: true } } }).error?.issues,
  ).toMatchObject([
    { path: ["receivers", "email:desk", "always"], message: "`always` needs the times of `digest`" },
  ]);
});
