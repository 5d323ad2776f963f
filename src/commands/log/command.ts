/** Commands that read the log: followed as it grows, who else follows it, and as files of data. */
import { argument, type CommandMember, jsonOption, option, tokenOption, typesOption } from "../command.ts";

export const tailCommand: CommandMember = {
  name: "tail",
  about: ["follow the feed of a running monitor", "動作中のモニターのフィードを表示し続けます"],
  example: "npx yagura tail --types 'alert.*' --since start",
  isConfigured: true,
  options: [
    option(
      "--url <url>",
      "address of the feed; default: that of the config",
      "フィードのアドレス。既定は設定のものです",
    ),
    typesOption,
    option(
      "--subjects <subjects>",
      "only these subjects, such as 7203,6758",
      "この銘柄や系列だけ。例：7203,6758",
    ),
    option(
      "--watchlist <name>",
      "only subjects on this watchlist of the settings",
      "設定のこのウォッチリストにあるものだけ",
    ),
    option("--where <condition>", "only entries for which this condition is true", "この条件に合う記録だけ"),
    option(
      "--since <seq>",
      "after this seq; `start`: all; `snapshot`: as it is",
      "この seq の次から。または `start`、`snapshot`",
    ),
    option(
      "--consumer <name>",
      "let the monitor store the position under a name",
      "読み取り位置を、この名前でモニターに保存します",
    ),
    tokenOption,
    option("--json", "print each event as one line of JSON", "イベントを1件1行の JSON で表示します"),
    option("--frames", "print every frame as a line of JSON", "受信したフレームをすべて JSON で表示します"),
  ],
  run: async (options) => (await import("./feed.ts")).tail(options),
};

export const consumersCommand: CommandMember = {
  name: "consumers",
  about: [
    "consumers of the feed and their positions: list, forget",
    "フィードの名前付き購読者とその位置を扱います：list、forget",
  ],
  example: "npx yagura consumers list",
  isConfigured: true,
  options: [jsonOption],
  parts: [
    {
      name: "list",
      isDefault: true,
      about: ["list the consumers by name", "名前付き購読者を名前順に表示します"],
      example: "npx yagura consumers list",
      options: [tokenOption],
      run: async (options) => (await import("./feed.ts")).listConsumers(options),
    },
    {
      name: "forget",
      about: ["remove a consumer and its position", "名前付き購読者とその位置を削除します"],
      example: "npx yagura consumers forget bot-1",
      arguments: [
        argument("<name>", "name of the consumer, such as bot-1", "bot-1 のような、名前付き購読者の名前"),
      ],
      options: [tokenOption],
      run: async (name, options) => (await import("./feed.ts")).forgetConsumer(name, options),
    },
  ],
};

/** Options of every table. */
const tableOptions = [
  option(
    "--format <format>",
    "ndjson, csv or parquet; default: by the output's name",
    "ndjson、csv、parquet のどれか。既定は出力の名前から",
  ),
  option("--output <file>", "the file; default: stdout", "ファイル。既定は標準出力です"),
  option("--force", "replace a file that is there", "すでにあるファイルを置き換えます"),
  option(
    "--since <time>",
    "from then on: 90d, 3bd, 2026-08-01; default: all",
    "この時刻から：90d、3bd、2026-08-01。既定はすべて",
  ),
  option("--until <time>", "up to this time; default: now", "この時刻まで。既定は今です"),
  option(
    "--subject <subjects>",
    "only these stocks or series: 7203,FM08/FXERD01",
    "この銘柄か系列だけ：7203,FM08/FXERD01",
  ),
  option(
    "--spreadsheet",
    "CSV in which a spreadsheet finds no formula",
    "どの文字列も数式とされない CSV にします",
  ),
];

export const exportCommand: CommandMember = {
  name: "export",
  about: [
    "write log, alerts or the services' past as a file of data",
    "記録、アラート、サービスの過去をファイルに書き出します",
  ],
  example: "npx yagura export events --types 'short.report.*' --since 90d --output shorts.parquet",
  isConfigured: true,
  parts: [
    {
      name: "events",
      about: ["the log, a row an entry", "記録。1行が1項目です"],
      example: "npx yagura export events --types 'margin.alert.*' --since 2026-01-01 > margin.ndjson",
      options: [...tableOptions, typesOption],
      run: async (options) => (await import("./export.ts")).writeEventRows(options),
    },
    {
      name: "alerts",
      about: ["the alerts, a row an episode", "アラート。1行が1件です"],
      example: "npx yagura export alerts --since 30d --output alerts.csv --spreadsheet",
      options: [
        ...tableOptions,
        option(
          "--rules <rules>",
          "only those of these rules, comma-separated",
          "このルールのものだけ。コンマで区切ります",
        ),
      ],
      run: async (options) => (await import("./export.ts")).writeAlertRows(options),
    },
    {
      name: "history",
      about: ["the services' own past, a row a record", "サービス自身の過去。1行が1件です"],
      example: "npx yagura export history --sets market/markets/margin-alert --output margin.parquet",
      options: [
        ...tableOptions,
        option(
          "--sets <sets>",
          "only these sets; `yagura history` lists them",
          "このデータだけ。`yagura history` で確認できます",
        ),
      ],
      run: async (options) => (await import("./export.ts")).writeHistoryRows(options),
    },
  ],
};
