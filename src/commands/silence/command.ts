import { addPart, type CommandMember, type SpokenCommand, withAnswerOptions } from "../command.ts";
import { jsonAbout, type Say, tokenAbout } from "../help.ts";

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
      (await import("./silence.ts")).addSilence(match, called.optsWithGlobals()),
    );
}

function addList(command: SpokenCommand, say: Say): void {
  addPart(command, { name: "list", example: "npx yagura silence list", isDefault: true }, say)
    .description(
      say("list the silences, the one that ends first on top", "現在の通知停止を、終了の早い順に表示します"),
    )
    .option("--token <token>", tokenAbout(say))
    .action(async (_options, called) =>
      (await import("./silence.ts")).listSilences(called.optsWithGlobals()),
    );
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
      (await import("./silence.ts")).expire(id, called.optsWithGlobals()),
    );
}
