/**
 * A database of a market that is busy: 2,000 open alerts, twenty of them the reader's own. Names and texts are made up; some
 * are as long as they get.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createPolicy } from "../../../src/alerts/create-policy.ts";
import { takeStep } from "../../../src/alerts/life/take-step.ts";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import { type EventDraft, type LogEntry, numbered } from "../../../src/model/event.ts";
import { openStore } from "../../../src/store/store.ts";
import { batch, sourceWrite } from "../../store/batches.ts";

export const crowd = { all: 2_000, mine: 20 } as const;

type Severity = "critical" | "warning" | "info";

/** An alert to come: its rule, its texts and the event that causes it. */
interface Wanted {
  readonly rule: string;
  readonly severity: Severity;
  readonly key?: string;
  readonly title: { readonly en: string; readonly ja: string };
  readonly recipients?: readonly string[];
  readonly cause: EventDraft;
}

const parts = {
  first: ["霧笛", "若草", "白樺", "雷鳥", "千鳥", "蛍石", "浅葱", "朝凪", "夕凪", "青嵐", "花筏", "氷室"],
  last: ["自動車", "電機", "製薬", "化学工業", "ホールディングス", "フィナンシャルグループ", "物産", "海運"],
} as const;

/** Of 7203 and 6758 the first two. */
function nameOf(code: string): string {
  const place = code === "7203" ? 0 : code === "6758" ? 13 : Number.parseInt(code, 36);
  return `${parts.first[place % parts.first.length]}${parts.last[place % parts.last.length]}`;
}

const sellers = [
  "Sample Capital Management",
  "Oak & Harbour Quantitative Strategies (Cayman) Master Fund Ltd",
];

function short(code: string, ratio: number, was: number, seller: string): EventDraft {
  const item = { code, name: nameOf(code), seller, calculatedOn: "2026-11-18", disclosedOn: "2026-11-19" };
  const [now, before] = [
    { ...item, ratio, shares: 3_640_000 },
    { ...item, ratio: was, shares: 3_020_000 },
  ];
  return {
    ...{ type: "short.report.increased", source: "/sources/short-sale-reports", subject: code },
    data: { now, was: before, changed: ["ratio", "shares"] },
  };
}

function ranking(code: string, rank: number): EventDraft {
  const item = { term: "daily", code, name: nameOf(code), market: "東証PRM" };
  return {
    ...{ type: "forum.ranking.moved", source: "/sources/forum-ranking", subject: code },
    data: { now: { ...item, rank, climbed: 12 }, was: { ...item, rank: rank + 12 }, changed: ["rank"] },
  };
}

function sourceNews(type: EventDraft["type"], source: string, now: object): EventDraft {
  return { type, source: `/sources/${source}`, subject: source, data: { now: { source, ...now } } };
}

function shortAlert(code: string, rule: string, severity: Severity, place: number): Wanted {
  const seller = sellers[place % 2] as string;
  const ratio = 0.6 + (place % 17) / 10;
  return {
    ...{ rule, severity, key: `${code}|${seller}` },
    title: {
      en: `${seller} raised its short position in ${nameOf(code)} (${code}) to ${ratio.toFixed(2)} %`,
      ja: `${seller}が${nameOf(code)}（${code}）の空売りを${ratio.toFixed(2)}%へ増加`,
    },
    cause: short(code, ratio, 0.52, seller),
  };
}

function rankingAlert(code: string, rule: string, severity: Severity, place: number): Wanted {
  const rank = 1 + (place % 50);
  return {
    ...{ rule, severity },
    title: {
      en: `${nameOf(code)} (${code}) climbed 12 places to ${rank} on the forum`,
      ja: `${nameOf(code)}（${code}）が掲示板で12位上昇して${rank}位に`,
    },
    cause: ranking(code, rank),
  };
}

/** Twenty: of two stocks of the list that ships, of the monitor, and of what is mailed about others. */
function mine(): Wanted[] {
  const desk = { recipients: ["email:desk"] };
  const stocks = ["7203", "6758"].flatMap((code, at) => [
    shortAlert(code, "short-large", "critical", at),
    shortAlert(code, "short-growing", "warning", at + 1),
    rankingAlert(code, "ranking-climber", "info", at),
    rankingAlert(code, "ranking-moves", "info", at + 3),
    rankingAlert(code, "ranking-top-ten", "warning", at + 5),
  ]);
  const monitor: Wanted[] = [
    {
      ...{ rule: "source-down", severity: "critical", ...desk },
      title: { en: "margin-alerts cannot be read: timeout", ja: "margin-alerts を読めません：タイムアウト" },
      cause: sourceNews("source.failed", "margin-alerts", {
        reason: "timeout",
        message: "no answer within 30 s from the market service; polls are made again after 10 minutes",
      }),
    },
    {
      ...{ rule: "rules-refused", severity: "warning", ...desk },
      title: { en: "Rules were refused", ja: "ルールを使えません" },
      cause: {
        ...{ type: "rules.rejected", source: "/rules", subject: "rules" },
        data: { now: { files: ["shorts.yaml"], rules: [], problems: [] } },
      },
    },
    ...["forum-ranking", "short-sale-reports", "statistics-updates"].map(
      (source): Wanted => ({
        ...{ rule: "source-has-new-fields", severity: "info" },
        title: { en: `${source}: the service sends new fields`, ja: `${source}：新しい項目が送られています` },
        cause: sourceNews("source.drifted", source, { reason: "unknown-fields", items: 2 }),
      }),
    ),
  ];
  const mailed = ["9101", "4502", "8306", "130A", "9984"].map(
    (code, at): Wanted => ({ ...shortAlert(code, "short-very-large", "warning", at), ...desk }),
  );
  return [...stocks, ...monitor, ...mailed];
}

const restRules = [
  ...[
    "ranking-moves",
    "ranking-moves",
    "ranking-moves",
    "ranking-moves",
    "ranking-climber",
    "ranking-climber",
  ],
  ...[
    "short-large",
    "short-growing",
    "short-new-seller",
    "margin-daily-publication",
    "ranking-top-ten",
    "short-covered",
  ],
];

function rest(count: number): Wanted[] {
  return Array.from({ length: count }, (_, place) => {
    // A stock has one alert of a rule, and some stocks have two of different rules.
    const code = String(1_301 + (place % 1_501));
    const rule = restRules[place % restRules.length] as string;
    const severity = place % 40 === 0 ? "critical" : place % 7 === 0 ? "warning" : "info";
    const make = rule.startsWith("ranking") ? rankingAlert : shortAlert;
    const wanted = make(code, rule, severity, place);
    return { ...wanted, key: `${wanted.key ?? code}|${place}` };
  });
}

/** Writes the database of so many open alerts into a folder as `useScene` prepares it. */
export function seedCrowd(folder: string, open: number = crowd.all): void {
  mkdirSync(join(folder, "data"), { recursive: true });
  const store = openStore(join(folder, "data/yagura.db"), { now: () => Date.now() });
  const policy = createPolicy(undefined);
  const all = [...rest(open - crowd.mine), ...mine()];
  const { epoch } = store.log;
  // Over the last hours, so that none is over by its age.
  const begin = Date.now() - 5 * 3_600_000;
  for (let at = 0; at < all.length; at += 200) {
    const time = begin + at * 5_000;
    const entries = all
      .slice(at, at + 200)
      .flatMap((wanted, index) => entriesOf(wanted, store.log.head() + 1 + 2 * index, epoch, time));
    const house = { policy, memory: store.alerts, calendar: weekdaysOnly, endings: new Map() };
    const { writes } = takeStep(
      { entries, at: time },
      {
        ...house,
        entry: (seq) => entries.find((own) => own.seq === seq),
        bar: () => undefined,
        compose: () => [],
      },
    );
    store.commit(batch({ entries, alerts: writes }));
  }
  const codes = [...new Set(all.map(({ cause }) => cause.subject))].filter((code) =>
    /^\d{3}[\dA]$/.test(code),
  );
  const put = codes.map((code) => ({ scope: "daily", key: code, body: { code, name: nameOf(code) } }));
  store.commit(batch({ source: sourceWrite({ name: "forum-ranking", put }) }));
  store.close();
}

/** The event and its alert. */
function entriesOf(wanted: Wanted, seq: number, epoch: string, at: number): LogEntry[] {
  const time = new Date(at).toISOString();
  const cause = numbered(wanted.cause, { epoch, seq, time });
  const { rule, severity, title, recipients = [], key = cause.event.subject } = wanted;
  const { id, type, source, subject } = cause.event;
  const now = {
    ...{ rule, key, severity, title: title.en, body: "", labels: {}, recipients: [...recipients] },
    texts: { ja: { title: title.ja, body: "" } },
    cause: { seq, id, type, source, subject },
  };
  const draft = { type: "alert.fired", source: `/rules/${rule}`, subject, data: { now } } as const;
  return [cause, numbered(draft, { epoch, seq: seq + 1, time })];
}
