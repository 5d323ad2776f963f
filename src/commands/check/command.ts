import type { CommandMember } from "../command.ts";
import { rulesFile } from "../said.ts";

export const check: CommandMember = {
  name: "check",
  example: "npx yagura check --json",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Reads the settings, the rules and every file that they name, and prints each mistake and warning with file, line and column, and what was probably meant. It asks no service and sends nothing, but with --online makes one small call of each kind that a source makes.",
        "設定、ルール、それらが名前を挙げるすべてのファイルを読み、間違いと警告を、ファイル・行・列と、正しいと思われる書き方とともに表示します。サービスには尋ねず、何も送りません。--online を付けると、情報源が行う呼び出しを一種類につき一度だけ、小さく行います。",
      ),
      say("Warnings leave the exit status 0.", "警告だけなら終了ステータスは 0 です。"),
    ],
    no: say(
      "with --online, a service refuses the key or fails",
      "--online で、サービスがキーを断ったか、答えませんでした",
    ),
    files: [rulesFile(say)],
    examples: [
      [
        "npx yagura check --online",
        say("also what the key and its plan allow", "キーとそのプランで何ができるかも調べます"),
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
          "then ask each source's service what the key may do; exit status 1 if it refuses or fails",
          "続けて、各情報源のサービスに、キーで何ができるかを尋ねます。断られるか答えがなければ終了ステータスは 1 です",
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
