/** Commands about the services: one call of one, the past that they tell, and their simulation alone. */
import { keepHeapSmall } from "../../lib/own-process.ts";
import { argument, type CommandMember, jsonOption, option, tokenOption } from "../command.ts";

export const fetchCommand: CommandMember = {
  name: "fetch",
  about: [
    "make one documented call of a service and print its records",
    "サービスの API を1つ呼び出し、内容を表示します",
  ],
  example: "npx yagura fetch market markets/margin-alert --date 2026-01-05 --format csv",
  isConfigured: true,
  takesUnknown: true,
  arguments: [
    argument(
      "[words...]",
      "the service, the call, and its options (see --list)",
      "サービス、API、そのオプション（--list を参照）",
    ),
  ],
  options: [
    option(
      "--list",
      "show every call with its options and the plan it needs",
      "すべての API を、オプションと必要なプランとともに表示します",
    ),
    option(
      "--infer",
      "ask a path of market once, print a declaration of it",
      "任意のパスを呼び出し、宣言の下書きを表示します",
    ),
    option(
      "--format <format>",
      "table, ndjson or csv; default: table on a terminal",
      "table、ndjson、csv のどれか。既定は端末では table",
    ),
    option("--since <date>", "from this day (YYYY-MM-DD) on", "この日（YYYY-MM-DD）から"),
    option(
      "--output <folder>",
      "store the files that a call names in this folder",
      "API が返すファイルをこのフォルダに保存",
    ),
    option("--no-names", "without the names of stocks", "銘柄名を付けません"),
    option("--json", "print ndjson, with --list an array", "ndjson を、--list なら配列を表示します"),
  ],
  async run(words, options) {
    keepHeapSmall();
    await (await import("./fetch/fetch.ts")).fetch(words, options);
  },
};

export const historyCommand: CommandMember = {
  name: "history",
  about: [
    "past data of the services: list, show, fetch, forget",
    "サービスの過去データを扱います：list、show、fetch、forget",
  ],
  example: "npx yagura history show 7203 --since 250d",
  isConfigured: true,
  options: [jsonOption],
  parts: [
    {
      name: "list",
      isDefault: true,
      about: [
        "list what is stored, and what services do not provide",
        "保存済みの内容と、サービスが提供しないものを一覧にします",
      ],
      example: "npx yagura history list",
      run: async (options) => (await import("./history/content.ts")).listHistory(options),
    },
    {
      name: "show",
      about: [
        "show everything about a stock or a series, day by day",
        "銘柄か系列の全データを、日付順に表示します",
      ],
      example: "npx yagura history show 7203 --since 250d",
      arguments: [
        argument(
          "<subject>",
          "a stock's code, such as 7203, or a series as DB/CODE",
          "7203 のような銘柄コード、または DB/CODE の形の系列",
        ),
      ],
      options: [
        option(
          "--since <time>",
          "from then on: 250d, 3bd, 2026-08-01; default: all",
          "この時刻から：250d、3bd、2026-08-01。既定はすべて",
        ),
        option(
          "--format <format>",
          "text, ndjson or csv; default: text on a terminal",
          "text、ndjson、csv のどれか。既定は端末では text",
        ),
      ],
      run: async (subject, options) => (await import("./history/show.ts")).show(subject, options),
    },
    {
      name: "fetch",
      about: [
        "read past data of the services; the next call continues where it stopped",
        "サービスの過去データを取得します。もう一度実行すると続きから再開します",
      ],
      example: "npx yagura history fetch --since 250d",
      options: [
        option(
          "--since <time>",
          "from then on: 250d, 60bd, 2026-01-05",
          "この時刻から：250d、60bd、2026-01-05",
          { fallback: "250d" },
        ),
        option("--until <time>", "up to this time; default: today", "この時刻まで。既定は今日です"),
        option("--source <name...>", "only past data of these sources", "この情報源の過去データだけ"),
        option(
          "--dry-run",
          "only show the requests needed, and their time",
          "必要な呼び出しと所要時間だけを表示します",
        ),
        tokenOption,
      ],
      run: async (options) => (await import("./history/fetch.ts")).fetchPast(options),
    },
    {
      name: "forget",
      about: ["delete all days before the given one", "指定した日より前のデータをすべて削除します"],
      example: "npx yagura history forget --before 2024-01-01",
      options: [
        option("--before <day>", "the first day (YYYY-MM-DD) that is kept", "残す最初の日（YYYY-MM-DD）", {
          isRequired: true,
        }),
      ],
      run: async (options) => (await import("./history/content.ts")).forgetHistory(options),
    },
  ],
};

export const simulateCommand: CommandMember = {
  name: "simulate",
  about: ["serve the three simulated services alone", "3つのサービスのシミュレーターだけを動かします"],
  example: "npx yagura simulate --port 9000 --seed 7",
  isConfigured: false,
  options: [
    option("--port <port>", "port; 0 takes a free one", "ポート。0 は空いているもの", { fallback: "9000" }),
    option("--host <host>", "address to listen on", "待ち受けるアドレス", { fallback: "127.0.0.1" }),
    option("--seed <seed>", "seed of the world", "世界を決める数", { fallback: "1" }),
    option("--start <date>", "the world's first day; default: today", "世界の最初の日。既定は今日です"),
    option("--day-seconds <seconds>", "length of a business day", "1営業日の秒数", { fallback: "60" }),
    option("--real-time", "a business day lasts a day", "1営業日を一日とします"),
    option("--catalogue <size>", "size of the statistics", "統計の大きさ", { fallback: "small" }),
    option("--market <size>", "size of the market", "銘柄の数", { fallback: "small" }),
    option("--busy-forums <number>", "forums with many comments", "コメントの多い掲示板の数", {
      fallback: "0",
    }),
    option(
      "--late <what:day:until>",
      "delay a publication; can be repeated",
      "公表を遅らせます。複数回指定できます",
      { isRepeated: true },
    ),
    option("--late-days <percent>", "percent that come out late", "偶然に遅れる公表の割合（％）", {
      fallback: "0",
    }),
    option("--token-seconds <seconds>", "validity of a token", "トークンの有効秒数", { fallback: "7200" }),
    option("--dialect <dialect>", "form of answers", "応答の形", { fallback: "documented" }),
    option("--plan <plan>", "plan of the account", "プラン", { fallback: "premium" }),
    option("--add-ons <names>", "bought besides", "追加契約", {
      fallback: "tdnet,minute",
    }),
    option("--form <name>", "a doubtful form; can be repeated", "確かでない応答の形。複数回指定できます", {
      isRepeated: true,
    }),
    option("--api-key <key>", "the only key accepted; default: any", "受け付けるただ1つのキー"),
    option("--limits", "keep the plan's limit of requests", "プランの要求数の制限を守らせます"),
    option("--retry-after", "add to each 429 when to come back", "429 に、いつ来ればよいかを付けます"),
    option(
      "--fault <service:kind:probability>",
      "fail on purpose: market:429:0.1",
      "わざと失敗します：market:429:0.1",
      { isRepeated: true },
    ),
  ],
  run: async (options) => (await import("./simulate.ts")).simulate(options),
};
