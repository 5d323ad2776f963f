import { Argument } from "commander";
import type { CommandMember } from "../command.ts";

export const schemaCommand: CommandMember = {
  name: "schema",
  example: "npx yagura schema > docs/schema/rules.json",
  isConfigured: false,
  manual: (say) => ({
    about: [
      say(
        "Prints the JSON Schema by which editors complete and check files as you write. A file names its schema in its first line.",
        "エディターが入力を補い、書きながら調べるための JSON Schema を表示します。ファイルは、最初の行でスキーマの名前を示します。",
      ),
    ],
    examples: [
      [
        "npx yagura schema config > /etc/yagura/config.json",
        say(
          "of the settings, for a folder without a checkout",
          "設定のスキーマ。ソースのないフォルダーで使う場合",
        ),
      ],
    ],
    seeAlso: ["yagura check", "docs/rules.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "print the JSON Schema of rule files, test files or the config file, for editors",
          "ルール、テスト、設定のファイルの JSON Schema を、エディターのために表示します",
        ),
      )
      .addArgument(
        new Argument("[of]", say("kind of files", "ファイルの種類"))
          .choices(["rules", "config", "tests"])
          .default("rules"),
      )
      .option(
        "--config <file>",
        say(
          "allow only events of this config file's sources; default: those of every source",
          "この設定ファイルの情報源のイベントだけを許します。既定はすべての情報源です",
        ),
      )
      .option(
        "--json",
        say("changes nothing: the output is always JSON", "何も変わりません。出力はいつも JSON です"),
      )
      .action(async (of, options) => (await import("./schema.ts")).schema(of, options)),
};
