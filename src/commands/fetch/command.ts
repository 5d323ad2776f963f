import { keepHeapSmall } from "../../lib/small-heap.ts";
import type { CommandMember } from "../command.ts";

export const fetch: CommandMember = {
  name: "fetch",
  example: "npx yagura fetch market markets/margin-alert --date 2026-01-05 --format csv",
  isConfigured: true,
  declare: (command) =>
    command
      .description(
        "make one documented call of a service and print its records, all pages: fetch SERVICE CALL --option value",
      )
      .argument("[words...]", "market, forum or statistics; the call; its options (see --list)")
      .allowUnknownOption()
      .option("--list", "show every call with its options and the plan it needs")
      .option("--format <format>", "table, ndjson or csv; default: a table on a terminal, else ndjson")
      .option("--since <date>", "from this day (YYYY-MM-DD) on")
      .option("--no-names", "without the names of stocks, which take a request more")
      .option("--json", "with --list print [{service, call, parameters, plan}]; else ndjson")
      .action(async (words, options) => {
        keepHeapSmall();
        await (await import("./fetch.ts")).fetch(words, options);
      }),
};
