import { Argument } from "commander";
import type { CommandMember } from "../command.ts";

export const checkCommand: CommandMember = {
  name: "check",
  example: "npx yagura check --json",
  isConfigured: true,
  declare: (command, say) =>
    command
      .description(
        say(
          "check the config file and the rules; report every mistake",
          "設定ファイルとルールを調べ、すべての間違いを示します",
        ),
      )
      .option(
        "--online",
        say(
          "then ask each service what the key allows",
          "続けて、キーで利用できる機能を各サービスに確認します",
        ),
      )
      .option(
        "--json",
        say(
          "print {ok, problems}, with --online also {online}",
          "{ok, problems} を表示します。--online なら online も",
        ),
      )
      .action(async (options) => (await import("./check.ts")).check(options)),
};

export const schemaCommand: CommandMember = {
  name: "schema",
  example: "npx yagura schema > docs/schema/rules.json",
  isConfigured: false,
  declare: (command, say) =>
    command
      .description(
        say(
          "print the JSON Schema of files, for editors",
          "ファイルの JSON Schema を、エディターのために表示します",
        ),
      )
      .addArgument(
        new Argument("[of]", say("kind", "種類")).choices(["rules", "config", "tests"]).default("rules"),
      )
      .option(
        "--config <file>",
        say(
          "allow only events of this config file's sources",
          "この設定ファイルの情報源のイベントだけを許します",
        ),
      )
      .option(
        "--json",
        say("changes nothing: the output is always JSON", "何も変わりません。出力はいつも JSON です"),
      )
      .action(async (of, options) => (await import("./check.ts")).schema(of, options)),
};
