import { Argument } from "commander";
import type { CommandMember } from "../command.ts";

export const schema: CommandMember = {
  name: "schema",
  example: "npx yagura schema > docs/schema/rules.json",
  manual: {
    about: [
      "Prints the JSON Schema by which editors complete and check files as you write. A file names its schema in its first line.",
    ],
    examples: [
      [
        "npx yagura schema config > /etc/yagura/config.json",
        "of the settings, for a folder without a checkout",
      ],
    ],
    seeAlso: ["yagura check", "docs/rules.md"],
  },
  isConfigured: false,
  declare: (command) =>
    command
      .description("print the JSON Schema of rule files, test files or the config file, for editors")
      .addArgument(
        new Argument("[of]", "kind of files").choices(["rules", "config", "tests"]).default("rules"),
      )
      .option(
        "--config <file>",
        "allow only events of this config file's sources; default: those of every source",
      )
      .option("--json", "changes nothing: the output is always JSON")
      .action(async (of, options) => (await import("./schema.ts")).schema(of, options)),
};
