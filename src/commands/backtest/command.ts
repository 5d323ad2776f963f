import type { CommandMember } from "../command.ts";
import { databaseFile, onlyRead, pastFile } from "../said.ts";

export const backtest: CommandMember = {
  name: "backtest",
  example: "npx yagura backtest --history --since 250d --show 5",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Gives the rules every event of the log, or of the services' past with --history, and counts the alerts and mails that they would have given. It writes nothing and sends nothing, and may run beside the monitor.",
        "記録されたすべてのイベントをルールに渡し、出たはずのアラートとメールを数えます。--history を付けると、サービスの過去を渡します。何も書き込まず、何も送りません。監視が動いていても実行できます。",
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
          "which alerts other rules would add, and which they would leave out",
          "別のルールでは、どのアラートが増え、どれが減るか",
        ),
      ],
    ],
    seeAlso: ["yagura history", "yagura why", "docs/rules.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "evaluate rules on the stored log, or on the services' own past: alerts and mails a day, the loudest rules and stocks, what other rules would change. It sends nothing. Events from before --since fill the windows and are not counted",
          "保存された記録かサービス自身の過去で、ルールを試します。一日のアラートとメールの数、最も多いルールと銘柄、別のルールにしたときの違いを示します。何も送りません。--since より前のイベントは、期間を見る条件を満たすためだけに使い、数えません",
        ),
      )
      .option(
        "--since <time>",
        say(
          "count from this time on: 90d, 3bd (trading days), 2026-08-01",
          "この時刻から数えます：90d、3bd（取引日）、2026-08-01",
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
          "folder of rules to compare with: which alerts come, and which go",
          "比べるルールのフォルダー。増えるアラートと減るアラートを示します",
        ),
      )
      .option(
        "--history",
        say(
          "play the services' past, as `yagura history fetch` read it, in the place of the log",
          "記録の代わりに、`yagura history fetch` が読んだサービスの過去を使います",
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
          "print so many of the first mails as they would go out",
          "最初の何通かのメールを、送られるとおりに表示します",
        ),
      )
      .option("--json", say("print the report as JSON", "結果を JSON で表示します"))
      .action(async (options) => (await import("./print.ts")).backtest(options)),
};
