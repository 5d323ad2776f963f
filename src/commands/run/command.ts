import { keepHeapSmall } from "../../lib/small-heap.ts";
import type { CommandMember } from "../command.ts";

export const run: CommandMember = {
  name: "run",
  example: "npx yagura run",
  isConfigured: true,
  declare: (command) =>
    command
      .description("run the monitor: poll, compare, evaluate rules, send alerts")
      .action(async (options) => {
        keepHeapSmall();
        await (await import("./run.ts")).run(options);
      }),
};
