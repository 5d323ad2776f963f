import { keepHeapSmall } from "../../lib/small-heap.ts";
import type { CommandMember } from "../command.ts";

export const fetch: CommandMember = {
  name: "fetch",
  example: "npx yagura fetch market markets/margin-alert --date 2026-01-05 --format csv",
  manual: {
    about: [
      "Makes one call of a service as its documents have it, follows its pages within the limits of the plan, and prints the records under their readable names. Each call has options of its own: --list shows them.",
      "A simulated service is played as the monitor of these settings has it: the same world at the same moment.",
    ],
    no: "the service refused or failed",
    examples: [
      ["npx yagura fetch --list", "every call, with its options and plan"],
      ["npx yagura fetch forum comments --code 7203", "the newest comments about a stock"],
    ],
    seeAlso: ["yagura check --online", "docs/fetch.md", "docs/records.md"],
  },
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
