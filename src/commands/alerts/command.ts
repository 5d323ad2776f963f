import { addPart, type CommandMember, type SpokenCommand, withAnswerOptions } from "../command.ts";
import { jsonAbout, type Said, type Say, tokenAbout } from "../help.ts";

export const alertsCommand: CommandMember = {
  name: "alerts",
  example: "npx yagura alerts",
  isConfigured: true,
  declare: (command, say) =>
    command
      .description(say("list the open alerts", "継続中のアラートの一覧を表示します"))
      .option("--token <token>", tokenAbout(say))
      .option(
        "--json",
        say(
          "print an array of {id, seq, state, rule, title, ...}",
          "{id, seq, state, rule, title, ...} の配列を表示します",
        ),
      )
      .action(async (options) => (await import("./alerts.ts")).alerts(options)),
};

type Answer = "acknowledge" | "resolve";

export const acknowledgeCommand = answerCommand(
  "acknowledge",
  'npx yagura acknowledge 814 --because "asked the desk"',
  (say) =>
    say(
      "acknowledge an alert, so that it is not repeated",
      "アラートを確認済みにします。以後、繰り返し通知されません",
    ),
);

export const resolveCommand = answerCommand(
  "resolve",
  'npx yagura resolve 814 --because "the figures were wrong"',
  (say) => say("resolve an alert by hand", "アラートを手動で終了します"),
);

function answerCommand(name: Answer, example: string, about: (say: Say) => Said): CommandMember {
  return {
    name,
    example,
    isConfigured: true,
    declare(command, say) {
      if (name === "acknowledge") command.alias("ack");
      withAnswerOptions(command, say)
        .description(about(say))
        .argument("<alert>", say("id or number (seq) of an alert", "アラートの id か番号（seq）"))
        .option("--because <reason>", say("what others should know", "ほかの人に伝えたいこと"))
        .option("--json", say("print {ok, alert, by, already}", "{ok, alert, by, already} を表示します"))
        .action(async (alert, options) =>
          (await import("../monitor-calls.ts")).answerAlert(name, alert, options),
        );
    },
  };
}

export const silenceCommand: CommandMember = {
  name: "silence",
  example: `npx yagura silence add 'rule=short-* subject=7203' --for 3h --because "known by the desk"`,
  isConfigured: true,
  declare(command, say) {
    command
      .description(
        say(
          "silence alerts for a time: add, list, expire",
          "アラートの通知を一定期間停止します：add、list、expire",
        ),
      )
      .option("--json", jsonAbout(say));
    for (const add of [addAdd, addList, addExpire]) add(command, say);
  },
};

function addAdd(command: SpokenCommand, say: Say): void {
  const example = `npx yagura silence add 'rule=short-* subject=7203' --until 2026-11-24T09:00 --because "results are out"`;
  withAnswerOptions(addPart(command, { name: "add", example }, say), say)
    .description(say("silence matching alerts for a time", "条件に合うアラートの通知を一定期間停止します"))
    .argument(
      "<match>",
      say(
        "which alerts, such as 'rule=short-* subject=7203'",
        "対象のアラート。例：'rule=short-* subject=7203'",
      ),
    )
    .option(
      "--for <time>",
      say("duration: 30m, 3h, 2d, 1bd; at most 30 days", "期間：30m、3h、2d、1bd。最長30日です"),
    )
    .option(
      "--until <time>",
      say("until this time, or the end of this day, instead", "期間の代わりに、終了時刻か終了日を指定します"),
    )
    .requiredOption(
      "--because <reason>",
      say("why, for those who miss the alerts", "理由。通知が届かないことに気付いた人のために書きます"),
    )
    .option(
      "--fate <fate>",
      say("of the alerts: drop, hold or digest", "対象のアラートの扱い：drop、hold、digest"),
      "drop",
    )
    .action(async (match, _options, called) =>
      (await import("./alerts.ts")).addSilence(match, called.optsWithGlobals()),
    );
}

function addList(command: SpokenCommand, say: Say): void {
  addPart(command, { name: "list", example: "npx yagura silence list", isDefault: true }, say)
    .description(
      say("list the silences, the one that ends first on top", "現在の通知停止を、終了の早い順に表示します"),
    )
    .option("--token <token>", tokenAbout(say))
    .action(async (_options, called) => (await import("./alerts.ts")).listSilences(called.optsWithGlobals()));
}

function addExpire(command: SpokenCommand, say: Say): void {
  const part = addPart(command, { name: "expire", example: "npx yagura silence expire s814" }, say);
  withAnswerOptions(part, say)
    .description(
      say(
        "end a silence now; alerts that it held are sent",
        "通知停止を今すぐ解除し、保留していたアラートを送信します",
      ),
    )
    .argument("<id>", say("id of a silence, such as s814", "s814 のような通知停止の id"))
    .action(async (id, _options, called) =>
      (await import("./alerts.ts")).expire(id, called.optsWithGlobals()),
    );
}
