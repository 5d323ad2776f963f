import type { CommandMember } from "../command.ts";

export const backtestCommand: CommandMember = {
  name: "backtest",
  example: "npx yagura backtest --history --since 250d --show 5",
  isConfigured: true,
  declare: (command, say) =>
    command
      .description(
        say(
          "evaluate rules on the stored log or on past data",
          "保存済みの記録か、サービスの過去データでルールを試します",
        ),
      )
      .option(
        "--since <time>",
        say("count from then on: 90d, 3bd, 2026-08-01", "この時刻から数えます：90d、3bd、2026-08-01"),
        "90d",
      )
      .option(
        "--until <time>",
        say("count up to this time; default: now", "この時刻まで数えます。既定は今です"),
      )
      .option(
        "--rules <folder>",
        say(
          "folder of the rules; default: that of the config",
          "ルールのフォルダー。既定は設定のフォルダーです",
        ),
      )
      .option("--against <folder>", say("folder of rules to compare with", "比べるルールのフォルダー"))
      .option(
        "--history",
        say(
          "use past data of the services instead of the log",
          "記録の代わりに、サービスの過去データを使います",
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
        say("print so many of the first mails", "最初のメールをこの通数だけ表示します"),
      )
      .option("--json", say("print the report as JSON", "結果を JSON で表示します"))
      .action(async (options) => (await import("./print.ts")).backtest(options)),
};
