import { addPart, type CommandMember, type SpokenCommand } from "../command.ts";
import { databaseFile, onlyRead, type Said, type Say, tokenAbout } from "../said.ts";

type Decision = "release" | "discard";

export const sources: CommandMember = {
  name: "sources",
  example: "npx yagura sources",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Prints each source with its state, when it last succeeded, since when and why it fails, what is late and what is in quarantine. It reads the database, and asks the running monitor where there is one.",
        "各情報源の状態、最後に成功した時、いつからなぜ失敗しているか、遅れているもの、隔離中のものを表示します。データベースを読み、監視が動いていればそれにも尋ねます。",
      ),
      say(
        "A poll that rewrites much of what was published is held back until a person decides: `release` tells it, `discard` takes it silently.",
        "公表済みの内容が一度に大きく書き換わると、人が決めるまで隔離されます。`release` は知らせ、`discard` は知らせずに取り込みます。",
      ),
    ],
    files: [databaseFile(say, onlyRead(say))],
    seeAlso: ["yagura healthcheck", "docs/sources.md", "docs/operating.md"],
  }),
  declare(command, say) {
    command
      .description(
        say(
          "show how each source is doing, from the monitor's database; decide about a source in quarantine",
          "監視のデータベースから各情報源の状態を示します。隔離中の情報源の扱いを決めます",
        ),
      )
      .option(
        "--json",
        say("print an array of {source, state, ...}", "{source, state, ...} の配列を表示します"),
      )
      .action(async (options) => (await import("./sources.ts")).sources(options));
    addDecision(
      command,
      "release",
      say(
        "write the events of a source in quarantine, with their alerts and mails; exit status 1 if nothing is in quarantine",
        "隔離中の情報源のイベントを、アラートとメールとともに記録します。隔離中のものがなければ終了ステータスは 1 です",
      ),
      say,
    );
    addDecision(
      command,
      "discard",
      say(
        "take the rewritten values of a source in quarantine without telling them; exit status 1 if nothing is in quarantine",
        "隔離中の情報源の書き換えられた値を、知らせずに取り込みます。隔離中のものがなければ終了ステータスは 1 です",
      ),
      say,
    );
  },
};

function addDecision(command: SpokenCommand, decision: Decision, about: Said, say: Say): void {
  const manual = {
    about: [
      say(
        "Tells the running monitor what a person decided about a source in quarantine. `yagura sources` shows samples of what was rewritten.",
        "隔離中の情報源について、人が決めたことを動いている監視に伝えます。書き換えられた内容の例は `yagura sources` で見られます。",
      ),
    ],
    no: say(
      "nothing of it is in quarantine, or the monitor could not write it",
      "隔離中のものがないか、監視が書き込めませんでした",
    ),
    seeAlso: ["yagura sources", "docs/operating.md"],
  };
  const example = `npx yagura sources ${decision} margin-alerts`;
  addPart(command, { name: decision, example, manual }, say)
    .description(about)
    .argument(
      "<name>",
      say("name of the source, such as margin-alerts", "margin-alerts のような情報源の名前"),
    )
    .option("--token <token>", tokenAbout(say))
    .action(async (name, _options, called) =>
      (await import("./sources.ts")).decide(decision, name, called.optsWithGlobals()),
    );
}
