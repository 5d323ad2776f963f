import { addPart, type CommandMember, type SpokenCommand } from "../command.ts";
import { databaseFile, onlyRead, type Said, type Say, tokenAbout } from "../said.ts";

type Decision = "release" | "discard";

export const sourcesCommand: CommandMember = {
  name: "sources",
  example: "npx yagura sources",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Prints each source with its state, its last success and next poll, the begin and the reason of an outage, late publications and quarantines. It reads the database, and asks the running monitor if there is one.",
        "各情報源の状態、最後に成功した時刻、次回の確認時刻、障害の開始時刻と理由、公表の遅れ、隔離の有無を表示します。データベースを読み、監視が動作中なら監視にも問い合わせます。",
      ),
      say(
        "A poll that rewrites many published values is in quarantine until a person decides: `release` sends its events, `discard` stores the values without notifications.",
        "公表済みの内容が一度に大量に書き換えられると、担当者が判断するまで隔離されます。`release` は通知し、`discard` は通知せずに取り込みます。",
      ),
    ],
    files: [databaseFile(say, onlyRead(say))],
    seeAlso: ["yagura healthcheck", "docs/sources.md", "docs/operating.md"],
  }),
  declare(command, say) {
    command
      .description(
        say(
          "show the state of each source, from the monitor's database; decide about a source in quarantine",
          "各情報源の状態をデータベースから表示します。隔離中の情報源の扱いを決めます",
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
        "write the events of a source in quarantine, with their alerts and mails; exit status 1 if nothing is in quarantine",
        "隔離中の情報源のイベントを、アラートとメールとともに記録します。隔離中のものがなければ終了ステータスは 1 です",
      ),
      say,
    );
    addDecision(
      command,
      "discard",
      say(
        "store the rewritten values of a source in quarantine without notifications; exit status 1 if nothing is in quarantine",
        "隔離中の書き換えられた値を、通知せずに取り込みます。隔離中のものがなければ終了ステータスは 1 です",
      ),
      say,
    );
  },
};

function addPoll(command: SpokenCommand, say: Say): void {
  const manual = {
    about: [
      say(
        "Tells the running monitor to poll a source now, beside its schedule, and says what came of it. A pause of a failing source ends with it; the plan's limits and a pause that the service asked for hold, and a quarantine stays as it is.",
        "動いている監視に、スケジュールとは別に情報源を今すぐ確認させ、結果を表示します。障害による休止は終わります。プランの上限とサービスが求めた休止は守り、隔離はそのままです。",
      ),
    ],
    no: say(
      "the poll failed, one is under way, or the service asked to be left alone",
      "確認に失敗したか、すでに確認中か、サービスが休止を求めています",
    ),
    seeAlso: ["yagura sources", "docs/sources.md"],
  };
  addPart(command, { name: "poll", example: "npx yagura sources poll forum-comments", manual }, say)
    .description(
      say(
        "poll a source now; exit status 1 if that failed",
        "情報源を今すぐ確認します。失敗すれば終了ステータスは 1 です",
      ),
    )
    .argument(
      "<name>",
      say("name of the source, such as forum-comments", "forum-comments のような情報源の名前"),
    )
    .option("--token <token>", tokenAbout(say))
    .action(async (name, _options, called) =>
      (await import("./sources.ts")).pollNow(name, called.optsWithGlobals()),
    );
}

function addDecision(command: SpokenCommand, decision: Decision, about: Said, say: Say): void {
  const manual = {
    about: [
      say(
        "Passes a person's decision about a source in quarantine to the running monitor. `yagura sources` shows samples of the rewritten values.",
        "隔離中の情報源についての判断を、動作中の監視に伝えます。書き換えの例は `yagura sources` で確認できます。",
      ),
    ],
    no: say(
      "nothing is in quarantine, or the monitor could not write it",
      "隔離中のデータがないか、監視が記録できませんでした",
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
      (await import("./sources.ts")).decideHeld(decision, name, called.optsWithGlobals()),
    );
}
