import { Argument } from "commander";
import type { CommandMember } from "../command.ts";

export const schema: CommandMember = {
  name: "schema",
  example: "npx yagura schema > docs/schema/rules.json",
  isConfigured: false,
  declare: (command) =>
    command
      .description("print the JSON Schema of rule files, their test files or the config file, for editors")
      .addArgument(
        new Argument("[of]", "of which files").choices(["rules", "config", "tests"]).default("rules"),
      )
      .option("--config <file>", "rules about the sources of this config file alone; default: about any")
      .option("--json", "the same; it is JSON anyway")
      .action(async (of, options) => (await import("./schema.ts")).schema(of, options)),
};
