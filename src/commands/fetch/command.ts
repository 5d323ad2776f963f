import { keepHeapSmall } from "../../lib/small-heap.ts";
import type { CommandMember } from "../command.ts";

export const fetchCommand: CommandMember = {
  name: "fetch",
  example: "npx yagura fetch market markets/margin-alert --date 2026-01-05 --format csv",
  isConfigured: true,
  declare: (command, say) =>
    command
      .description(
        say(
          "make one documented call of a service and print its records",
          "サービスの API を1つ呼び出し、内容を表示します",
        ),
      )
      .argument(
        "[words...]",
        say(
          "the service, the call, and its options (see --list)",
          "サービス、API、そのオプション（--list を参照）",
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
          "table, ndjson or csv; default: table on a terminal",
          "table、ndjson、csv のどれか。既定は端末では table",
        ),
      )
      .option("--since <date>", say("from this day (YYYY-MM-DD) on", "この日（YYYY-MM-DD）から"))
      .option("--no-names", say("without the names of stocks", "銘柄名を付けません"))
      .option("--json", say("print ndjson, with --list an array", "ndjson を、--list なら配列を表示します"))
      .action(async (words, options) => {
        keepHeapSmall();
        await (await import("./fetch.ts")).fetch(words, options);
      }),
};
