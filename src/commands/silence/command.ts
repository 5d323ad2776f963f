import { addPart, type CommandMember, type SpokenCommand, withAnswerOptions } from "../command.ts";
import { databaseFile, jsonAbout, readWhereNoneRuns, type Say, tokenAbout } from "../said.ts";

export const silenceCommand: CommandMember = {
  name: "silence",
  example: `npx yagura silence add 'rule=short-* subject=7203' --for 3h --because "known by the desk"`,
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Silences matching alerts until the end that you set, with a reason that others can read. `add` adds a silence in the running monitor, `list` lists the silences, `expire` ends one. The default is `list`.",
        "条件に合うアラートの通知を、指定した時刻まで停止します。理由はほかの人も読めます。`add` は動作中の監視に通知停止を追加し、`list` は通知停止の一覧を表示し、`expire` は通知停止を解除します。省略すると `list` になります。",
      ),
    ],
    examples: [["npx yagura silence expire s814", say("end it early", "終了時刻より前に解除します")]],
    seeAlso: ["yagura alerts", "docs/alerts.md"],
  }),
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
  const manual = {
    about: [
      say(
        "Adds a silence in the running monitor. Matching alerts still appear on the feed, but are sent to nobody until the silence ends.",
        "動作中の監視に通知停止を追加します。条件に合うアラートは、フィードには流れますが、終了するまで誰にも送信されません。",
      ),
    ],
    no: say("the monitor could not write it", "監視が記録できませんでした"),
    seeAlso: ["yagura silence list", "yagura alerts", "docs/alerts.md"],
  };
  withAnswerOptions(addPart(command, { name: "add", example, manual }, say), say)
    .description(
      say(
        "silence matching alerts: a blank means and, a comma or, * any text, != not. Keys: rule, key, severity, subject, source, watchlist, notify, label.NAME",
        "条件に合うアラートの通知を停止します。空白は「かつ」、コンマは「または」、* は任意の文字列、!= は「でない」です。キー：rule, key, severity, subject, source, watchlist, notify, label.NAME",
      ),
    )
    .argument(
      "<match>",
      say(
        "which alerts, such as 'rule=short-* subject=7203'",
        "対象のアラート。例：'rule=short-* subject=7203'",
      ),
    )
    .option(
      "--for <time>",
      say(
        "duration: 30m, 3h, 2d, or 1bd for a trading day; at most 30 days",
        "期間：30m、3h、2d、営業日なら 1bd。最長30日です",
      ),
    )
    .option(
      "--until <time>",
      say(
        "until this time in Japan, or the end of this day, instead",
        "期間の代わりに、終了時刻（日本時間）または終了日を指定します",
      ),
    )
    .requiredOption(
      "--because <reason>",
      say("why, for those who miss the alerts", "理由。通知が届かないことに気付いた人のために書きます"),
    )
    .option(
      "--fate <fate>",
      say(
        "fate of the alerts: drop, hold (sent when it ends) or digest",
        "対象のアラートの扱い：drop（送らない）、hold（終了後に送る）、digest（ダイジェストに含める）",
      ),
      "drop",
    )
    .action(async (match, _options, called) =>
      (await import("./silence.ts")).addSilence(match, called.optsWithGlobals()),
    );
}

function addList(command: SpokenCommand, say: Say): void {
  const manual = {
    about: [
      say(
        "Prints each silence with its id, what it matches, who set it and why, and when it ends.",
        "通知停止の id、条件、設定した人、理由、終了時刻を表示します。",
      ),
    ],
    files: [databaseFile(say, readWhereNoneRuns(say))],
    seeAlso: ["yagura silence add", "docs/alerts.md"],
  };
  addPart(command, { name: "list", example: "npx yagura silence list", manual, isDefault: true }, say)
    .description(
      say("list the silences, the one that ends first on top", "現在の通知停止を、終了の早い順に表示します"),
    )
    .option("--token <token>", tokenAbout(say))
    .action(async (_options, called) =>
      (await import("./silence.ts")).listSilences(called.optsWithGlobals()),
    );
}

function addExpire(command: SpokenCommand, say: Say): void {
  const manual = {
    about: [
      say(
        "Ends a silence in the running monitor early. Alerts that it held are sent at once.",
        "動作中の監視の通知停止を、終了時刻より前に解除します。保留していたアラートはすぐに送信されます。",
      ),
    ],
    no: say(
      "there is no such silence, or the monitor could not write it",
      "その通知停止がないか、監視が記録できませんでした",
    ),
    seeAlso: ["yagura silence list", "docs/alerts.md"],
  };
  const part = addPart(command, { name: "expire", example: "npx yagura silence expire s814", manual }, say);
  withAnswerOptions(part, say)
    .description(
      say(
        "end a silence now; alerts that it held are sent; exit status 1 if there is no such silence",
        "通知停止を今すぐ解除します。保留していたアラートは送信されます。その通知停止がなければ終了ステータスは 1 です",
      ),
    )
    .argument(
      "<id>",
      say(
        "id of a silence, such as s814; `yagura silence` shows them",
        "s814 のような通知停止の id。一覧は `yagura silence` で表示できます",
      ),
    )
    .action(async (id, _options, called) =>
      (await import("./silence.ts")).expire(id, called.optsWithGlobals()),
    );
}
