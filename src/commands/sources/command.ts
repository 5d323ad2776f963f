import { addPart, type CommandMember, type SpokenCommand } from "../command.ts";
import { type Said, type Say, tokenAbout } from "../help.ts";

type Decision = "release" | "discard";

export const sourcesCommand: CommandMember = {
  name: "sources",
  example: "npx yagura sources",
  isConfigured: true,
  declare(command, say) {
    command
      .description(
        say(
          "show the state of each source; decide about one in quarantine",
          "各情報源の状態を表示します。隔離中の情報源の扱いを決めます",
        ),
      )
      .option(
        "--json",
        say("print an array of {source, state, ...}", "{source, state, ...} の配列を表示します"),
      )
      .action(async (options) => (await import("./sources.ts")).listSources(options));
    addPoll(command, say);
    addDecision(
      command,
      "release",
      say(
        "write the events of a source in quarantine, with their alerts and mails",
        "隔離中の情報源のイベントを、アラートとメールとともに記録します",
      ),
      say,
    );
    addDecision(
      command,
      "discard",
      say(
        "store the rewritten values of a source in quarantine, and notify nobody",
        "隔離中の書き換えられた値を、通知せずに取り込みます",
      ),
      say,
    );
  },
};

function addPoll(command: SpokenCommand, say: Say): void {
  addPart(command, { name: "poll", example: "npx yagura sources poll prices" }, say)
    .description(say("poll a source now", "情報源を今すぐ確認します"))
    .argument("<name>", say("name of the source, such as prices", "prices のような情報源の名前"))
    .option("--token <token>", tokenAbout(say))
    .action(async (name, _options, called) =>
      (await import("./sources.ts")).pollNow(name, called.optsWithGlobals()),
    );
}

function addDecision(command: SpokenCommand, decision: Decision, about: Said, say: Say): void {
  const example = `npx yagura sources ${decision} prices`;
  addPart(command, { name: decision, example }, say)
    .description(about)
    .argument("<name>", say("name of the source, such as prices", "prices のような情報源の名前"))
    .option("--token <token>", tokenAbout(say))
    .action(async (name, _options, called) =>
      (await import("./sources.ts")).decideHeld(decision, name, called.optsWithGlobals()),
    );
}
