import { keepHeapSmall } from "../../lib/small-heap.ts";
import type { CommandMember } from "../command.ts";

export const fetchCommand: CommandMember = {
  name: "fetch",
  example: "npx yagura fetch market markets/margin-alert --date 2026-01-05 --format csv",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Calls one documented API of a service, reads all its pages within the limits of the plan, and prints the records with readable names. Each call has its own options: --list shows them.",
        "サービスの仕様書にある API を1つ呼び出します。プランの制限内で続きのページも取得し、読みやすい項目名で表示します。API ごとのオプションは --list で確認できます。",
      ),
      say(
        "A simulated service shows the same data as the monitor of these settings has at that moment.",
        "シミュレーション中のサービスでは、この設定の監視と同じ時点のデータを表示します。",
      ),
    ],
    no: say("the service refused or failed", "サービスに拒否されたか、応答がありませんでした"),
    examples: [
      [
        "npx yagura fetch --list",
        say("every call, with its options and plan", "すべての API と、そのオプションとプラン"),
      ],
      [
        "npx yagura fetch forum comments --code 7203",
        say("the newest comments about a stock", "1つの銘柄の最新のコメント"),
      ],
    ],
    seeAlso: ["yagura check --online", "docs/fetch.md", "docs/records.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "make one documented call of a service and print its records, all pages: fetch SERVICE CALL --option value",
          "サービスの仕様書にある API を1つ呼び出し、全ページの内容を表示します：fetch SERVICE CALL --option value",
        ),
      )
      .argument(
        "[words...]",
        say(
          "market, forum or statistics; the call; its options (see --list)",
          "market、forum、statistics のどれか、API、そのオプション（--list を参照）",
        ),
      )
      .allowUnknownOption()
      .option(
        "--list",
        say(
          "show every call with its options and the plan it needs",
          "すべての API を、オプションと必要なプランとともに表示します",
        ),
      )
      .option(
        "--format <format>",
        say(
          "table, ndjson or csv; default: a table on a terminal, else ndjson",
          "table、ndjson、csv のどれか。既定は、端末では table、ほかでは ndjson です",
        ),
      )
      .option("--since <date>", say("from this day (YYYY-MM-DD) on", "この日（YYYY-MM-DD）から"))
      .option(
        "--no-names",
        say(
          "without the names of stocks, which need one more request",
          "銘柄名を付けません。銘柄名の取得には、呼び出しがもう1回必要です",
        ),
      )
      .option(
        "--json",
        say(
          "with --list print [{service, call, parameters, plan}]; else ndjson",
          "--list なら [{service, call, parameters, plan}] を、ほかでは ndjson を表示します",
        ),
      )
      .action(async (words, options) => {
        keepHeapSmall();
        await (await import("./fetch.ts")).fetch(words, options);
      }),
};
