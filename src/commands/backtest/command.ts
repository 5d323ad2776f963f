import type { CommandMember } from "../command.ts";
import { databaseFile, onlyRead, pastFile } from "../said.ts";

export const backtestCommand: CommandMember = {
  name: "backtest",
  example: "npx yagura backtest --history --since 250d --show 5",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Runs the rules on every event of the log, or with --history on past data of the services, and counts the alerts and mails that would have resulted. It writes and sends nothing, and can run while the monitor runs.",
        "記録されたすべてのイベントでルールを試し、発生したはずのアラートとメールを集計します。--history を付けると、サービスの過去データを使います。書き込みや送信は行いません。監視の動作中も実行できます。",
      ),
    ],
    files: [
      ["rules/*.yaml", say("the rules; --rules", "ルール（--rules）")],
      databaseFile(say, onlyRead(say)),
      pastFile(say),
    ],
    examples: [
      [
        "npx yagura backtest --rule short-large --rule short-growing --show 3",
        say(
          "what two rules would have said, with their first mails",
          "二つのルールが出したはずのアラートと、最初のメール",
        ),
      ],
      [
        "npx yagura backtest --against ../rules-new",
        say(
          "which alerts other rules would add, and which would be missing",
          "別のルールにしたとき、増えるアラートと減るアラート",
        ),
      ],
    ],
    seeAlso: ["yagura history", "yagura why", "docs/rules.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "evaluate rules on the stored log, or on past data of the services: alerts and mails a day, the busiest rules and stocks, differences to other rules. It sends nothing. Events before --since only fill the windows and are not counted",
          "保存済みの記録か、サービスの過去データでルールを試します。1日のアラートとメールの数、件数の多いルールと銘柄、別のルールとの違いを表示します。送信は行いません。--since より前のイベントは、期間を集計する条件だけに使い、件数には含めません",
        ),
      )
      .option(
        "--since <time>",
        say(
          "count from this time on: 90d, 3bd (trading days), 2026-08-01",
          "この時刻から数えます：90d、3bd（営業日）、2026-08-01",
        ),
        "90d",
      )
      .option(
        "--until <time>",
        say(
          "count up to this time, a day included; default: now",
          "この時刻まで数えます。日付ならその日を含みます。既定は今です",
        ),
      )
      .option(
        "--rules <folder>",
        say(
          "folder of the rules; default: that of the config",
          "ルールのフォルダー。既定は設定のフォルダーです",
        ),
      )
      .option(
        "--against <folder>",
        say(
          "folder of rules to compare with: added and missing alerts",
          "比べるルールのフォルダー。増えるアラートと減るアラートを示します",
        ),
      )
      .option(
        "--history",
        say(
          "use past data of the services, read by `yagura history fetch`, instead of the log",
          "記録の代わりに、`yagura history fetch` で取得したサービスの過去データを使います",
        ),
      )
      .option(
        "--watchlist <name>",
        say(
          "count only alerts about the stocks of a watchlist",
          "このウォッチリストの銘柄についてのアラートだけを数えます",
        ),
      )
      .option(
        "--rule <name>",
        say(
          "count only alerts of this rule; may be given several times",
          "このルールのアラートだけを数えます。何度でも書けます",
        ),
        (name: string, names: string[] | undefined) => [...(names ?? []), name],
      )
      .option(
        "--show <mails>",
        say(
          "print this number of the first mails, as they would be sent",
          "最初のメールをこの通数だけ、送信される形で表示します",
        ),
      )
      .option("--json", say("print the report as JSON", "結果を JSON で表示します"))
      .action(async (options) => (await import("./print.ts")).backtest(options)),
};
