/** Which part of the house may import which, and which package may be imported where. */

/** The rooms of features; which of them may import which is said below. */
const features = ["page", "backtest", "why", "history", "files"];
const rooms = [
  ...["pipeline", "sources", "rules", "alerts", "outputs", "store", "config", "simulator", "client"],
  ...["upstreams", "settings", "calendar", "model", "lib"],
];

/** A part is a folder below src, or a file there. Each may import itself and what it names. */
export const floors: Record<string, readonly string[]> = {
  main: ["commands", "lib"],
  commands: ["app", ...features, ...rooms],
  app: [...features, "server", ...rooms],
  page: ["backtest", "why", "history", "files", ...rooms],
  backtest: ["why", "history", "files", ...rooms],
  why: ["files", ...rooms],
  history: ["files", ...rooms],
  files: rooms,
  pipeline: ["model", "lib", "alerts", "sources/source.ts", "outputs/output.ts"],
  sources: ["settings", "model", "upstreams", "lib"],
  rules: ["calendar", "model", "upstreams", "lib"],
  alerts: ["settings", "model", "lib"],
  outputs: ["model", "upstreams", "lib"],
  server: ["model", "settings", "lib"],
  store: ["model", "upstreams", "lib"],
  config: [
    ...["pipeline/due.ts", "sources/index.ts", "outputs/index.ts", "outputs/mailing.ts"],
    ...["alerts", "calendar"],
    "settings",
    "model",
    "upstreams",
    "lib",
  ],
  settings: ["model", "lib"],
  simulator: ["lib"],
  web: ["client", "model", "lib"],
  client: ["lib"],
  calendar: ["model", "upstreams", "lib"],
  upstreams: ["model", "lib"],
  model: ["lib"],
  lib: [],
};

/** Members of these families do not know each other; the files directly in the family's folder are its own. */
export const families = ["commands", "sources", "outputs", "upstreams"];

/** Rooms of a family that its members share; they know no member. */
export const sharedRooms = ["outputs/delivery", "outputs/letter"];

/** Families of which no room outside knows a member: what is asked of one is asked of the files beside the members. */
export const closedFamilies = ["outputs", "sources"];

/** Families whose members are not so much as mentioned outside: each by the name of its folder, which settings say. */
export const unnamedFamilies = ["sources"];

/**
 * Families within a part. Their members are the files, or the folders with the named file, that the registry imports;
 * nobody but the registry imports one, so that no file outside a member knows it.
 */
export const innerFamilies = [
  { folder: "rules/conditions", own: ["condition.ts", "member.ts"], member: "member.ts" },
  { folder: "web/views", own: ["view.ts"], member: "view.tsx" },
];

/** Files by which a folder shows that it is a member of a family: each must be in the family's registry. */
export const memberFiles = [
  { family: "sources", file: "member.ts" },
  { family: "outputs", file: "member.ts" },
  { family: "commands", file: "command.ts" },
];

/** Rooms within a part that are entered by their index.ts alone. */
export const closedRooms = ["rules/state"];

/** Packages that only the named places may import; a place ends in / where a whole folder may. */
export const packages: Record<string, { places: readonly string[]; files?: number }> = {
  rxjs: { places: ["pipeline/", "app/", "app.ts", "history/moved-house.ts", "lib/"] },
  ws: { places: ["outputs/feed/", "client/"], files: 2 },
  nodemailer: { places: ["outputs/email/"], files: 1 },
  http_ece: { places: ["outputs/push/"], files: 1 },
  "fast-png": { places: ["outputs/email/"], files: 1 },
  "better-sqlite3": { places: ["store/"] },
  undici: { places: ["lib/"] },
  preact: { places: ["web/"] },
  uplot: { places: ["web/"] },
  "hyparquet-writer": { places: ["lib/rows/"], files: 1 },
};

/**
 * Floors within a folder, each list from the bottom: a folder, a file with its ending, or several that are one floor.
 * What stands in the folder imports only of it what is on its own floor or below, types included.
 */
export const innerFloors: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
  rules: [
    "cel",
    "context",
    "standing",
    "texts",
    "about",
    "lint",
    "conditions",
    "life",
    "schema",
    "compiled-rule.ts",
    ["past", "reference"],
    "state",
    "index",
    ["rule-set.ts", "sets"],
    "compile",
    "check",
    "files",
    "explain",
  ],
  alerts: [
    "fact-keys.ts",
    ["matcher.ts", "policy.ts"],
    "hours.ts",
    "settings.ts",
    ["check-settings.ts", "create-policy.ts"],
    "life",
    "answers",
  ],
  model: [
    [
      ...[
        "alerts.ts",
        "dates.ts",
        "devices.ts",
        "event.ts",
        "history.ts",
        "language.ts",
        "mail.ts",
        "numbers.ts",
      ],
      ...["holding.ts", "imported.ts", "silence.ts", "worth.ts"],
    ],
    ["people.ts", "sighting.ts", "store-faults.ts", "watchlists.ts"],
    ["duration.ts", "fields.ts", "notification.ts", "publication-days.ts", "standing.ts"],
    "news-words.ts",
    ["news-items.ts", "silence-items.ts"],
    "answer-items.ts",
    ["event-types.ts", "rule.ts"],
    ["authors.ts", "commit.ts", "masked-addresses.ts"],
    "messages",
    "page",
  ],
  sources: [
    ["source.ts", "settings.ts"],
    ["parts.ts", "compare.ts", "shown.ts"],
    "dated.ts",
    "member.ts",
    "market-files.ts",
    "market-past.ts",
    [
      "disclosures",
      "earnings-dates",
      "forum-comments",
      "forum-ranking",
      "margin-alerts",
      "records",
      "short-sale-reports",
      "statistics-updates",
    ],
    "index.ts",
  ],
  outputs: [
    ["output.ts", "threads.ts", "letter/templates/template-steps.ts"],
    "member.ts",
    ["delivery", "item-past.ts", "letter"],
    "event-words.ts",
    ["email", "feed", "push", "webhook"],
    "index.ts",
    ["attempt-measures.ts", "mailing.ts"],
  ],
  "outputs/letter": [
    ["content.ts", "phrases.ts", "templates/template-steps.ts"],
    ["english.ts", "japanese.ts"],
    "voice.ts",
    ["told-alert.ts", "values.ts"],
    "content-parts.ts",
    "group-content.ts",
    "message-content.ts",
    ["chat-message.ts", "html.ts", "templates", "text.ts"],
    "chat-words.ts",
  ],
  "outputs/email": [
    ["access-tokens.ts", "destination.ts", "folder-transport.ts", "headers.ts", "smtp-failure.ts"],
    ["chart-image.ts", "running-templates.ts", "settings.ts"],
    ["mailer.ts", "read-templates.ts"],
    "open-line.ts",
    "email.ts",
    "send-test.ts",
    "member.ts",
  ],
  "outputs/webhook": [
    "formats/format.ts",
    "formats",
    "settings.ts",
    ["message.ts", "target-templates.ts"],
    "webhook.ts",
    "send-test.ts",
    "member.ts",
  ],
  "outputs/push": [
    ["http-ece.d.ts", "message.ts", "sealed-request.ts", "settings.ts"],
    "push.ts",
    ["send-test.ts", "sign-up.ts"],
    "member.ts",
  ],
  "outputs/feed": [
    ["limits.ts", "connections/socket.ts", "frames/server-frames.ts"],
    ["frames", "connections/consumers.ts", "connections/entries.ts"],
    ["connections/allowance.ts", "connections/conditions.ts"],
    "connections/subscription.ts",
    "connections/subscription-index.ts",
    "connections/audiences.ts",
    "connections/pump.ts",
    "connections/snapshots.ts",
    "connections/dialogue.ts",
    "connections/connection.ts",
    "connections/log-answer.ts",
    "connections/hub.ts",
    "connections/visitors.ts",
    "feed.ts",
    "member.ts",
  ],
  upstreams: [
    "misfits.ts",
    "record.ts",
    ["field-types.ts", "read-rows.ts"],
    ["forum", "market", "statistics"],
    "record-set.ts",
    ["market/record-sets.ts", "market/past-records.ts", "market/past.ts", "statistics/record-sets.ts"],
    ["record-sets.ts", "past.ts", "credits.ts"],
  ],
  calendar: ["trading-calendar.ts", "calendar-record.ts", "kept-calendar.ts"],
  commands: [
    ["command.ts", "help.ts", "questions.ts", "terminal.ts"],
    "monitor-calls.ts",
    ["alerts", "database", "log", "monitor", "rules", "services", "setup"],
    "index.ts",
  ],
  "commands/rules/test": [
    ["coverage.ts", "scene.ts"],
    "play-test.ts",
    "check-test.ts",
    "read-test-files.ts",
    "test-results.ts",
    "run-tests.ts",
    "test.ts",
  ],
  "commands/setup/init": [
    "draft.ts",
    ["words", "write-files.ts"],
    "dialogue.ts",
    ["question.ts", "terminal-dialogue.ts"],
    ["questions", "outcome.ts"],
    "init.ts",
  ],
  pipeline: [
    ["standing", "due.ts", "mass-rewrite.ts"],
    "likely-polls.ts",
    "paced-polls.ts",
    ["schedule.ts", "judging/simulated.ts", "notice-measures.ts"],
    "change.ts",
    "house.ts",
    ["compare.ts", "news.ts", "quarantine-end.ts", "measures.ts", "judging"],
    ["quarantine.ts", "drift.ts"],
    ["health.ts", "judge.ts"],
    ["slices.ts", "commit.ts"],
    "replay.ts",
    ["seed.ts", "pipeline.ts"],
  ],
  page: [
    ["known-code.ts", "find-paper.ts", "read-past.ts"],
    "page-call.ts",
    "stored-records.ts",
    ["stock", "deliveries.ts", "rules.ts"],
    ["series", "dates"],
    [
      ...[
        "about.ts",
        "alert.ts",
        "bench.ts",
        "changes.ts",
        "delivery-acts.ts",
        "ended.ts",
        "gallery.ts",
        "paper.ts",
        "rule.ts",
      ],
      ...["sources.ts", "watchlists.ts", "worth.ts"],
    ],
    "index.ts",
  ],
  backtest: [
    ["of-rules.ts", "tally.ts"],
    ["differences.ts", "loudest-stocks.ts"],
    "backtest.ts",
    ["asked-files.ts", "report.ts", "shares.ts"],
    ["played-past.ts", "backtest-files.ts"],
    "backtest-share.ts",
    "bench/check-rule.ts",
    ["worth", "gallery"],
    "bench/asked.ts",
    "bench",
  ],
  why: [
    ["status.ts", "notice-figures.ts", "words"],
    ["inquiry.ts", "health.ts"],
    ["on-record.ts", "rule-history.ts", "source-status.ts"],
    "outcome.ts",
    "verdict.ts",
    "subject.ts",
    "ask.ts",
    ["ask-aside.ts", "why-thread.ts"],
  ],
  history: [
    ["told-sources.ts", "export-history.ts", "simulated-world.ts", "seed.ts"],
    ["fetch-plan.ts", "fetch-state.ts", "remembered-items.ts"],
    ["told-plan.ts", "piece-queue.ts", "moved-house.ts"],
    ["fetch-service.ts", "play-history.ts"],
    ["fetch-history.ts", "play-aside.ts"],
    ["fetch-job.ts", "play-thread.ts"],
  ],
  server: [
    ["answer.ts", "guesses.ts", "request.ts", "sessions.ts"],
    "session-cookie.ts",
    "token-guard.ts",
    ["http-side.ts", "upgrade.ts"],
    "port.ts",
  ],
  app: [
    [
      ...[
        "clock-watch.ts",
        "company-names.ts",
        "extra-polls.ts",
        "paced-polls.ts",
        "poll-now.ts",
        "store-news.ts",
        "take-origins.ts",
      ],
      "operating",
    ],
    "ground.ts",
    ["answers", "database", "metrics", "seed-at-start.ts"],
    ["outputs.ts", "store-upkeep.ts"],
    "running.ts",
  ],
  lib: [
    ["collections.ts", "editor-schema.ts", "failure.ts", "measure.ts", "own-process.ts"],
    ["clock.ts", "csv.ts", "read-small-file.ts", "walk-html.ts", "text"],
    ["cron.ts", "json", "log.ts", "problem.ts", "rows", "turns.ts"],
    ["csv-table.ts", "replace-file.ts", "safe-problems.ts"],
    ["http", "worker.ts", "yaml"],
    "access-token.ts",
  ],
  "lib/http": [
    ["port.ts", "private-address.ts", "undici-parts.d.ts", "url.ts", "window.ts", "response.ts"],
    "limiter.ts",
    "gate.ts",
    "exchange.ts",
    "http.ts",
    "download.ts",
  ],
  "lib/yaml": [
    ["edited-data.ts", "nodes-to-data.ts", "written-value.ts"],
    ["edit-yaml.ts", "places.ts"],
    "parse-yaml.ts",
    "validate-yaml.ts",
  ],
  files: [
    ["test-answers.ts", "active-rules.ts", "active-standing.ts", "present.ts", "edited-rules.ts"],
    "test-file-schema.ts",
    "event-types.ts",
    ["check-files.ts", "check-online.ts", "rule-check.ts"],
    ["start-files.ts", "watchlists", "rule-check-thread.ts"],
    "edits.ts",
  ],
  store: [
    "sqlite-error.ts",
    "tables/sealed-tables.ts",
    ["alert-tables.ts", "migrations.ts", "tables/meta.ts"],
    "database.ts",
    "tables",
    ["lock.ts", "put-back.ts", "writing.ts"],
    "damage",
    ["alerts.ts", "copies.ts", "history", "page-reads.ts", "prune.ts"],
    ["commit.ts", "origins.ts", "state.ts"],
    "store.ts",
    "reader.ts",
  ],
  "store/history": ["shape.ts", "sets.ts", ["records.ts", "pieces.ts"], "verify.ts", "history.ts"],
  "store/tables": [
    ["sealed-tables.ts", "items.ts"],
    [
      ...[
        "alert-states.ts",
        "consumers.ts",
        "devices.ts",
        "held-parts.ts",
        "meta.ts",
        "notices.ts",
        "rule-memories.ts",
      ],
      ...["sightings.ts", "silent-changes.ts", "sources.ts", "suppressions.ts"],
    ],
    ["deliveries.ts", "holds.ts", "log.ts"],
    ["log-search.ts", "outbox.ts"],
    "tables.ts",
  ],
  simulator: [
    ["script.ts", "world/dice.ts", "world/trading-calendar.ts"],
    "world/publication-times.ts",
    "world",
    "http/service.ts",
    ["http/server.ts", "forum", "market", "statistics"],
    "index.ts",
  ],
  "simulator/market": [
    "endpoint.ts",
    ["forms.ts", "plans.ts", "signed-files.ts"],
    "service.ts",
    "documented",
    "observed",
    "later",
  ],
  "simulator/world": [
    ["dice.ts", "trading-calendar.ts"],
    "publication-times.ts",
    "market",
    ["forum.ts", "statistics"],
    "world.ts",
  ],
  web: ["style", "state", "parts", "views/view.ts", "shell", "views", ["main.tsx", "worker.ts"]],
  "web/parts": [
    "words.ts",
    ["answered.tsx", "dialog.tsx", "facts.tsx", "long-list.tsx", "moment.tsx", "names.tsx"],
    ["chart", "fields.tsx", "papers.tsx", "table.tsx"],
  ],
  "web/shell": [
    "words.ts",
    ["keys.tsx", "push-setting.tsx", "undo-queue.ts"],
    ["answers.tsx", "search", "settings.tsx"],
    "shell.tsx",
  ],
  "web/state": [
    ["address.ts", "calls.ts", "live.ts"],
    ["reader.ts", "trial.ts"],
  ],
};
