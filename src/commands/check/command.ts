import type { CommandMember } from "../command.ts";
import { rulesFile } from "../said.ts";

export const checkCommand: CommandMember = {
  name: "check",
  example: "npx yagura check --json",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Reads the settings, the rules and every file that they name. Prints each mistake and warning with file, line and column, and a suggestion. It calls no service and sends nothing; with --online it makes one small call of each kind that a source makes.",
        "設定、ルール、それらが名前を挙げるすべてのファイルを読み、間違いと警告を、ファイル・行・列と、正しいと思われる書き方とともに表示します。サービスの呼び出しや送信は行いません。--online を付けると、情報源が使う API を種類ごとに1回だけ呼び出します。",
      ),
      say("Warnings leave the exit status 0.", "警告だけなら終了ステータスは 0 です。"),
    ],
    no: say(
      "with --online, a service refuses the key or fails",
      "--online で、サービスがキーを拒否したか、応答がありませんでした",
    ),
    files: [rulesFile(say)],
    examples: [
      [
        "npx yagura check --online",
        say("also shows what the key and its plan allow", "キーとプランで利用できる機能も調べます"),
      ],
    ],
    seeAlso: ["yagura test", "yagura run", "docs/rules.md", "docs/operating.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "check the config file and the rules; report every mistake with its place",
          "設定ファイルとルールを調べ、すべての間違いを場所とともに示します",
        ),
      )
      .option(
        "--online",
        say(
          "then ask the service of each source what the key allows; exit status 1 if it refuses or fails",
          "続けて、キーで利用できる機能を各情報源のサービスに確認します。拒否されるか応答がなければ終了ステータスは 1 です",
        ),
      )
      .option(
        "--json",
        say(
          "print {ok, problems}, with --online also {online}",
          "{ok, problems} を表示します。--online なら {online} も付きます",
        ),
      )
      .action(async (options) => (await import("./check.ts")).check(options)),
};
