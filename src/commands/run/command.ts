import { keepHeapSmall } from "../../lib/small-heap.ts";
import type { CommandMember } from "../command.ts";

export const runCommand: CommandMember = {
  name: "run",
  example: "npx yagura run",
  isConfigured: true,
  declare: (command, say) =>
    command
      .description(
        say(
          "run the monitor: poll, compare, evaluate rules, send alerts",
          "監視を開始します：取得、比較、ルールの評価、アラートの送信",
        ),
      )
      .option(
        "--simulated",
        say(
          "let the simulator play on a database with real data",
          "実データのあるデータベースでもシミュレーターを使います",
        ),
      )
      .action(async (options) => {
        keepHeapSmall();
        await (await import("./run.ts")).run(options);
      }),
};
