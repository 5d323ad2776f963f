import { addPart, type CommandMember, type SpokenCommand, withAnswerOptions } from "../command.ts";
import { databaseFile, jsonAbout, readWhereNoneRuns, type Say, tokenAbout } from "../said.ts";

export const silence: CommandMember = {
  name: "silence",
  example: `npx yagura silence add 'rule=short-* subject=7203' --for 3h --because "known by the desk"`,
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Keeps alerts that match quiet until an end that you set, with a reason that others can read. `add` sets a silence in the running monitor, `list` shows those that are set, `expire` ends one. Without a word it lists.",
        "条件に合うアラートの通知を、決めた時まで止めます。理由はほかの人も読めます。`add` は動いている監視で通知を止め、`list` は止めているものを示し、`expire` は止めるのをやめます。何も付けなければ `list` と同じです。",
      ),
    ],
    examples: [
      ["npx yagura silence expire s814", say("end it before its time", "決めた時より前に終わらせます")],
    ],
    seeAlso: ["yagura alerts", "docs/alerts.md"],
  }),
  declare(command, say) {
    command
      .description(
        say(
          "keep alerts quiet for a while: add, list, expire",
          "しばらくアラートの通知を止めます：add、list、expire",
        ),
      )
      .option("--json", jsonAbout(say));
    for (const add of [addAdd, addList, addExpire]) add(command, say);
  },
};

function addAdd(command: SpokenCommand, say: Say): void {
  const example = `npx yagura silence add 'rule=short-* subject=7203' --until 2026-11-24T09:00 --because "results are out"`;
  const manual = {
    about: [
      say(
        "Sets a silence in the running monitor. Alerts that match are on the feed as ever, but nobody is sent them until it ends.",
        "動いている監視で通知を止めます。条件に合うアラートは今までどおりフィードに出ますが、終わるまで誰にも送られません。",
      ),
    ],
    no: say("the monitor could not write it", "監視が書き込めませんでした"),
    seeAlso: ["yagura silence list", "yagura alerts", "docs/alerts.md"],
  };
  withAnswerOptions(addPart(command, { name: "add", example, manual }, say), say)
    .description(
      say(
        "silence the alerts that match: a blank is and, a comma or, * any text, != not. Keys: rule, key, severity, subject, source, watchlist, notify, label.NAME",
        "条件に合うアラートの通知を止めます。空白は「かつ」、コンマは「または」、* は任意の文字列、!= は「でない」です。キー：rule, key, severity, subject, source, watchlist, notify, label.NAME",
      ),
    )
    .argument(
      "<match>",
      say(
        "which alerts, such as 'rule=short-* subject=7203'",
        "どのアラートか。例：'rule=short-* subject=7203'",
      ),
    )
    .option(
      "--for <time>",
      say(
        "how long: 30m, 3h, 2d, or 1bd for a trading day; at most 30 days",
        "どれだけの間か：30m、3h、2d、取引日なら 1bd。30 日までです",
      ),
    )
    .option(
      "--until <time>",
      say(
        "until this time in Japan, or the end of this day, instead",
        "代わりに、日本時間のこの時刻まで、またはこの日の終わりまで",
      ),
    )
    .requiredOption(
      "--because <reason>",
      say("why, for those who miss the alerts", "理由。アラートが来ないと気付いた人のために書きます"),
    )
    .option(
      "--fate <fate>",
      say(
        "what becomes of the alerts: drop, hold (told when it ends) or digest",
        "止めたアラートの扱い：drop（送らない）、hold（終わったら送る）、digest（まとめに入れる）",
      ),
      "drop",
    )
    .action(async (match, _options, called) =>
      (await import("./silence.ts")).add(match, called.optsWithGlobals()),
    );
}

function addList(command: SpokenCommand, say: Say): void {
  const manual = {
    about: [
      say(
        "Prints each silence with its id, what it matches, who set it and why, and when it ends.",
        "通知停止の id、条件、誰がなぜ止めたか、いつ終わるかを表示します。",
      ),
    ],
    files: [databaseFile(say, readWhereNoneRuns(say))],
    seeAlso: ["yagura silence add", "docs/alerts.md"],
  };
  addPart(command, { name: "list", example: "npx yagura silence list", manual, isDefault: true }, say)
    .description(
      say(
        "show the silences that are set, the one that ends first in front",
        "今の通知停止を、先に終わるものから順に示します",
      ),
    )
    .option("--token <token>", tokenAbout(say))
    .action(async (_options, called) => (await import("./silence.ts")).list(called.optsWithGlobals()));
}

function addExpire(command: SpokenCommand, say: Say): void {
  const manual = {
    about: [
      say(
        "Ends a silence in the running monitor before its time. What it held back is told at once.",
        "動いている監視の通知停止を、決めた時より前に終わらせます。とどめていたものはすぐに知らせます。",
      ),
    ],
    no: say(
      "no such silence is set, or the monitor could not write it",
      "その通知停止はないか、監視が書き込めませんでした",
    ),
    seeAlso: ["yagura silence list", "docs/alerts.md"],
  };
  const part = addPart(command, { name: "expire", example: "npx yagura silence expire s814", manual }, say);
  withAnswerOptions(part, say)
    .description(
      say(
        "end a silence now: what it held is told; exit status 1 if no such silence is set",
        "通知停止を今終わらせます。とどめていたものは知らせます。その通知停止がなければ終了ステータスは 1 です",
      ),
    )
    .argument(
      "<id>",
      say(
        "id of a silence, such as s814; `yagura silence` shows them",
        "s814 のような通知停止の id。`yagura silence` で見られます",
      ),
    )
    .action(async (id, _options, called) =>
      (await import("./silence.ts")).expire(id, called.optsWithGlobals()),
    );
}
