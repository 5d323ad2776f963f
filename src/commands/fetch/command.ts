import { keepHeapSmall } from "../../lib/small-heap.ts";
import type { CommandMember } from "../command.ts";

export const fetch: CommandMember = {
  name: "fetch",
  example: "npx yagura fetch market markets/margin-alert --date 2026-01-05 --format csv",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Makes one call of a service as its documents have it, follows its pages within the limits of the plan, and prints the records under their readable names. Each call has options of its own: --list shows them.",
        "サービスの文書にある呼び出しを一つ行い、プランの制限の中で続きのページも読み、読みやすい欄の名前で表示します。呼び出しごとのオプションは --list で見られます。",
      ),
      say(
        "A simulated service is played as the monitor of these settings has it: the same world at the same moment.",
        "シミュレーターのサービスは、この設定の監視と同じ世界の、同じ時点を見せます。",
      ),
    ],
    no: say("the service refused or failed", "サービスが断ったか、答えませんでした"),
    examples: [
      [
        "npx yagura fetch --list",
        say("every call, with its options and plan", "すべての呼び出しと、そのオプションとプラン"),
      ],
      [
        "npx yagura fetch forum comments --code 7203",
        say("the newest comments about a stock", "一つの銘柄の最新のコメント"),
      ],
    ],
    seeAlso: ["yagura check --online", "docs/fetch.md", "docs/records.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "make one documented call of a service and print its records, all pages: fetch SERVICE CALL --option value",
          "サービスの文書にある呼び出しを一つ行い、全ページの内容を表示します：fetch SERVICE CALL --option value",
        ),
      )
      .argument(
        "[words...]",
        say(
          "market, forum or statistics; the call; its options (see --list)",
          "market、forum、statistics のどれか、呼び出し、そのオプション（--list を参照）",
        ),
      )
      .allowUnknownOption()
      .option(
        "--list",
        say(
          "show every call with its options and the plan it needs",
          "すべての呼び出しを、オプションと必要なプランとともに表示します",
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
          "without the names of stocks, which take a request more",
          "銘柄の名前を付けません。名前には、もう一度の要求が必要です",
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
