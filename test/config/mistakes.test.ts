import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { formatProblem } from "../../src/lib/problem.ts";

/** Name of a file with one mistake: where it is, and a part of what is said of it. */
const mistakes: Readonly<Record<string, readonly [line: number, column: number, words: string]>> = {
  "alerts-cap-of-zero": [16, 43, "this must be at least 1"],
  "alerts-digest-after-groups": [
    16,
    45,
    "a digest sends all alerts of the route together (leave it out, or `digest`)",
  ],
  "alerts-digest-of-no-time": [16, 45, "`before-opn` is no digest (did you mean `before-open`?)"],
  "alerts-digest-twice": [16, 54, "this is the time of one before it"],
  "alerts-equal-of-unknown-fact": [16, 75, "unknown key `sources` (did you mean `source`?)"],
  "alerts-every-without-group": [
    16,
    43,
    "`every` needs `groupBy` (groupBy: [] sends all alerts of the route together)",
  ],
  "alerts-except-a-day-that-is-none": [16, 40, "there is no such day; one looks like 2026-01-05"],
  "alerts-hours-of-no-length": [16, 37, "this is no time: leave `between` out for whole days"],
  "alerts-hours-that-say-none": [16, 37, "this says no hours: it takes `between`, `on`, `days` and `except`"],
  "alerts-matcher-of-unknown-key": [16, 36, "unknown key `ruel` (did you mean `rule`?)"],
  "alerts-matcher-with-blanks": [
    16,
    35,
    "a value is missing after this comma (no blanks around = and commas)",
  ],
  "alerts-outside-to-no-digest": [16, 68, "the receiver has no digest: set its times in `digest`"],
  "alerts-outside-without-hours": [16, 39, "`outside` needs `hours`"],
  "alerts-repeat-too-often": [16, 48, "this must be at least 5m"],
  "alerts-unknown-fate": [16, 63, "this must be one of drop, hold, digest (did you mean `drop`?)"],
  "alerts-unknown-key": [16, 3, "unknown key `route` (did you mean `routes`?)"],
  "alerts-unknown-key-of-a-route": [16, 36, "unknown key `group_by` (did you mean `groupBy`?)"],
  "alerts-wait-of-days": [16, 37, "this must be at most 1d"],
  "alerts-window-always": [16, 13, "a window needs hours: `between`, `on`, `days` or `except`"],
  alias: [9, 8, "aliases are not used here: write the value out"],
  "bad-address": [13, 24, "this is no mail address; one looks like trader@example.com"],
  "bad-retention": [10, 12, "this is no duration; one looks like 30s, 15m, 1h, 400d or 3bd"],
  "bad-sender": [12, 9, "this is no sender; one looks like Yagura <yagura@example.com>"],
  "cluster-address-of-a-page": [
    15,
    19,
    "this must be an address such as nats://10.0.0.1:4222, or one with tls://",
  ],
  "cluster-address-twice": [15, 43, "`nats://10.0.0.1:4222` is there twice"],
  "cluster-address-with-a-login": [15, 19, "without a login before its host"],
  "cluster-certificates-for-nothing": [15, 48, "`ca` needs addresses that begin with tls://"],
  "cluster-half-encrypted": [15, 18, "either all addresses begin with tls://, or none does"],
  "cluster-name-with-a-dot": [15, 50, "a machine's name has up to 40 letters, digits and -"],
  "cluster-of-a-text": [15, 10, "this must be a map of keys and values"],
  "cluster-of-nothing": [15, 18, "this must not be empty"],
  "cluster-of-two-replicas": [15, 69, "this must be one of 1, 3, 5"],
  "cluster-without-a-name": [15, 10, "`name` is missing"],
  "code-too-short": [6, 57, 'a stock code has 4 or 5 digits or capital letters, such as "'],
  "code-with-leading-zero-without-quotes": [6, 57, 'this must be text (put it in quotes: "0130")'],
  "code-without-quotes": [6, 65, 'this must be text (put it in quotes: "6758")'],
  "codes-and-layer": [8, 63, "a watch takes either `codes` or `layer`"],
  "due-after-midnight": [7, 57, 'this is no time of the day; one looks like "17:30"'],
  "due-of-no-week": [
    7,
    65,
    "this must be one of last, monday, tuesday, wednesday, thursday, friday, 1bd, 2bd, 3bd, 4bd, 5bd",
  ],
  "due-on-a-forum": [7, 57, "this has no publication of a day: nothing of it could be due"],
  "duplicate-key": [10, 1, "this key is in the same map twice"],
  "grace-of-days": [7, 73, "this is too long; at most 1d or 1bd"],
  "key-one-blank-too-deep": [
    4,
    6,
    "this key is indented more than the one before it (lines of one map begin at the same column)",
  ],
  "layer-without-frequency": [8, 63, "`layer` and `frequency` go together"],
  "missing-schedule": [7, 18, "`schedule` is missing"],
  "missing-secret-file": [2, 62, "the file no-such-secret cannot be read"],
  "missing-variable": [11, 10, "the environment does not set YAGURA_SMPT_URL"],
  "neither-codes-nor-from-ranking": [6, 19, "this source takes `codes` or `fromRanking`"],
  "open-host-without-tokens": [14, 15, "a host that others can reach needs `tokens`"],
  "on-holidays": [7, 56, "this must be trading-days"],
  "option-of-a-later-version": [7, 52, "unknown key `silence`"],
  "port-is-a-word": [14, 32, "this must be a number"],
  "port-too-high": [14, 32, "this must be at most 65535"],
  "public-url-with-a-query": [
    15,
    12,
    "this must be an http or https address with or without a path, such as",
  ],
  "quarantine-share-in-percent": [7, 73, "this must be at most 1"],
  "recipients-as-a-list": [13, 15, "this must be a map of keys and values"],
  "records-code-in-list-too-short": [7, 91, "expected a code of 4 or 5 characters"],
  "records-code-without-quotes": [7, 82, 'this must be text (put it in quotes: "7203")'],
  "records-compare-of-unknown-field": [7, 77, "did you mean `netSales`?"],
  "records-date-and-range": [7, 74, "`date` is not asked together with `to`"],
  "records-day-that-is-none": [7, 82, "this takes today, yesterday, a day such as 2026-01-05, { last: 5 }"],
  "records-key-of-unknown-field": [7, 79, "did you mean `disclosedDate`?"],
  "records-missing-parameter": [7, 12, "`code` is missing"],
  "records-missing-parameter-in-query": [7, 80, "`code` is missing"],
  "records-name-with-capitals": [7, 12, "a source's name has up to 50 small letters, digits and -"],
  "records-of-forum": [7, 20, "`forum/ranking` is no set of records (docs/sources.md lists them)"],
  "records-of-unknown-call": [7, 20, "no set of records (did you mean `market/fins/summary`?)"],
  "records-page-parameter": [7, 76, "unknown key `pagination_key`"],
  "records-schedule-of-five-fields": [7, 51, "this is no schedule: it takes six fields"],
  "records-tolerance-of-text": [7, 80, "unknown key `documentType`"],
  "records-too-many-days": [7, 90, "this must be at most 30"],
  "records-unknown-option": [7, 67, "unknown key `keys` (did you mean `key`?)"],
  "records-unknown-parameter": [7, 76, "unknown key `codes` (did you mean `code`?)"],
  "records-without-service": [
    7,
    20,
    "`fins/summary` is no set of records (did you mean `market/fins/summary`?)",
  ],
  "retention-without-a-unit": [10, 12, "this must be text (add a unit, as in 400m or 400d)"],
  "retention-of-an-unknown-type": [10, 14, "unknown key `author` (did you mean `authors`?)"],
  "retention-of-nothing": [10, 23, "this must be longer than zero"],
  "retention-in-weeks": [10, 12, "one looks like 30s, 15m, 1h, 400d or 3bd (write 364d)"],
  "schedule-beyond-the-clock": [7, 30, "this is no schedule: it takes six fields (second minute hour"],
  "schedule-of-five-fields": [7, 30, "this is no schedule: it takes six fields (second minute hour"],
  "smtp-over-http": [11, 9, "this must be smtp://user:password@host:port, smtps://... or "],
  "tolerance-below-zero": [7, 71, "this must be at least 0"],
  "tolerance-of-unknown-field": [7, 64, "unknown key `ration` (did you mean `ratio`?)"],
  "unknown-database-form": [8, 69, "this is no database; one is named like FM08"],
  "unknown-frequency": [8, 100, "this must be one of CY, FY, CH, FH, Q, M, W, D"],
  "unknown-log-level": [10, 15, "this must be one of trace, debug, info, warn, error, fatal, silent"],
  "unknown-section": [10, 1, "unknown key `mail` (did you mean `email`?)"],
  "unknown-source-option": [6, 66, "unknown key `pagesize` (did you mean `pageSize`?)"],
  "unknown-source": [7, 3, "unknown key `margin-alert` (did you mean `margin-alerts`?)"],
  "unknown-tier": [2, 97, "did you mean `standard`?"],
  "unknown-timezone": [7, 62, "no such time zone; one is named like Asia/Tokyo"],
  "url-of-a-file": [3, 17, "this must be an http or https address, or the word simulated"],
  "url-without-scheme": [3, 17, "this must be an http or https address, or the word simulated"],
  "webhook-address-with-a-login": [15, 49, "this must be an address such as https://bots.example.com/yagura"],
  "webhook-of-unknown-format": [15, 38, "(did you mean `json`?)"],
  "webhook-secret-too-short": [15, 85, "a secret is whsec_ and 24 to 64 random bytes in base64"],
  "webhook-unknown-option": [15, 77, "unknown key `allowprivate` (did you mean `allowPrivate`?)"],
  "variable-with-a-blank": [11, 10, "this is none of $"],
  "variable-without-end": [11, 10, "has no }"],
};

const folder = join(import.meta.dirname, "../../fixtures/config");

describe("a config file with one mistake", () => {
  it("has its place in the table, every one of them", () => {
    const files = readdirSync(folder).map((name) => name.replace(".yaml", ""));
    expect(files.sort()).toEqual(Object.keys(mistakes).sort());
  });

  it.each(Object.entries(mistakes))("%s is told once, at its place", (name, [line, column, words]) => {
    const loaded = loadConfig(join(folder, `${name}.yaml`), {});
    if (loaded.ok) throw new Error("it was accepted");
    expect(loaded.problems).toHaveLength(1);
    const [problem] = loaded.problems;
    expect(problem).toMatchObject({ line, column });
    expect(problem && formatProblem(problem)).toContain(words);
  });
});
