/** Commands about alerts: what is open, answers to it, silences, and why a rule told something or not. */
import { answerOptions, argument, type CommandMember, jsonOption, option, tokenOption } from "../command.ts";

const answered = {
  isConfigured: true,
  arguments: [argument("<alert>", "id or number (seq) of an alert", "アラートの id か番号（seq）")],
  options: [
    ...answerOptions,
    option("--because <reason>", "what others should know", "ほかの人に伝えたいこと"),
    option("--json", "print {ok, alert, by, already}", "{ok, alert, by, already} を表示します"),
  ],
};

const rated = {
  arguments: answered.arguments,
  options: [
    ...answerOptions,
    option("--because <reason>", "what others should know", "ほかの人に伝えたいこと"),
    option("--take-back", "take the answer back", "回答を取り消します"),
  ],
};

export const alertsCommand: CommandMember = {
  name: "alerts",
  about: [
    "list the open alerts; say whether one was useful",
    "継続中のアラートの一覧を表示し、役に立ったかを記録します",
  ],
  example: "npx yagura alerts",
  isConfigured: true,
  options: [jsonOption],
  parts: [
    {
      name: "list",
      isDefault: true,
      about: ["list the open alerts", "継続中のアラートの一覧を表示します"],
      example: "npx yagura alerts list",
      options: [tokenOption],
      run: async (options) => (await import("./alerts.ts")).alerts(options),
    },
    {
      ...rated,
      name: "useful",
      about: ["say that an alert was useful", "アラートが役に立ったことを記録します"],
      example: "npx yagura alerts useful 814",
      run: async (alert, options) => (await import("./alerts.ts")).rateAlert("useful", alert, options),
    },
    {
      ...rated,
      name: "not-useful",
      about: ["say that an alert was not useful", "アラートが役に立たなかったことを記録します"],
      example: 'npx yagura alerts not-useful 814 --because "known from the morning paper"',
      run: async (alert, options) => (await import("./alerts.ts")).rateAlert("not-useful", alert, options),
    },
  ],
};

export const acknowledgeCommand: CommandMember = {
  ...answered,
  name: "acknowledge",
  alias: "ack",
  about: [
    "acknowledge an alert, so that it is not repeated",
    "アラートを確認済みにします。以後、繰り返し通知されません",
  ],
  example: 'npx yagura acknowledge 814 --because "asked the desk"',
  run: async (alert, options) => (await import("./alerts.ts")).answerAlert("acknowledge", alert, options),
};

export const resolveCommand: CommandMember = {
  ...answered,
  name: "resolve",
  about: ["resolve an alert by hand", "アラートを手動で終了します"],
  example: 'npx yagura resolve 814 --because "the figures were wrong"',
  run: async (alert, options) => (await import("./alerts.ts")).answerAlert("resolve", alert, options),
};

export const silenceCommand: CommandMember = {
  name: "silence",
  about: [
    "silence alerts for a time: add, list, expire",
    "アラートの通知を一定期間停止します：add、list、expire",
  ],
  example: `npx yagura silence add 'rule=short-* subject=7203' --for 3h --because "known by the desk"`,
  isConfigured: true,
  options: [jsonOption],
  parts: [
    {
      name: "add",
      about: ["silence matching alerts for a time", "条件に合うアラートの通知を一定期間停止します"],
      example: `npx yagura silence add 'rule=short-* subject=7203' --until 2026-11-24T09:00 --because "results are out"`,
      arguments: [
        argument(
          "<match>",
          "alerts: 'rule=short-* subject=7203', or a number: 814",
          "対象：'rule=short-* subject=7203' または番号 814",
        ),
      ],
      options: [
        ...answerOptions,
        option(
          "--for <time>",
          "duration: 30m, 3h, 2d, 1bd; at most 30 days",
          "期間：30m、3h、2d、1bd。最長30日です",
        ),
        option(
          "--until <time>",
          "until this time, or the end of this day, instead",
          "期間の代わりに、終了時刻か終了日を指定します",
        ),
        option(
          "--until-grows <share>",
          "of one alert: until its number grew by so much: 20%",
          "1つのアラート：数値がこの割合（20%）変わるまで",
        ),
        option(
          "--because <reason>",
          "why, for those who miss the alerts",
          "理由。通知が届かないことに気付いた人のために書きます",
          { isRequired: true },
        ),
        option("--fate <fate>", "of the alerts: drop, hold or digest", "アラートの扱い：drop、hold、digest", {
          fallback: "drop",
        }),
      ],
      run: async (match, options) => (await import("./alerts.ts")).addSilence(match, options),
    },
    {
      name: "list",
      isDefault: true,
      about: [
        "list the silences, the one that ends first on top",
        "現在の通知停止を、終了の早い順に表示します",
      ],
      example: "npx yagura silence list",
      options: [tokenOption],
      run: async (options) => (await import("./alerts.ts")).listSilences(options),
    },
    {
      name: "expire",
      about: [
        "end a silence now; alerts that it held are sent",
        "通知停止を今すぐ解除し、保留していたアラートを送信します",
      ],
      example: "npx yagura silence expire s814",
      arguments: [argument("<id>", "id of a silence, such as s814", "s814 のような通知停止の id")],
      options: answerOptions,
      run: async (id, options) => (await import("./alerts.ts")).expireSilence(id, options),
    },
  ],
};

export const whyCommand: CommandMember = {
  name: "why",
  about: [
    "show what caused an alert, or why a rule did not fire",
    "アラートの原因、または出なかった理由を表示します",
  ],
  example: "npx yagura why --rule large-new-short --subject 7203 --at 2026-11-20T18:00",
  isConfigured: true,
  arguments: [
    argument(
      "[alert]",
      "id or number (seq) of an alert, or of any other event",
      "アラートかほかのイベントの、id か番号（seq）",
    ),
  ],
  options: [
    option(
      "--rule <rule>",
      "ask why this rule fired or did not fire",
      "このルールがアラートを出した、または出さない理由",
    ),
    option(
      "--subject <subject>",
      "the stock or series, or the key of the alerts",
      "7203 のような銘柄か系列、またはアラートのキー",
    ),
    option(
      "--at <time>",
      "ask as of this time or day; default: now",
      "この時刻または日の時点で調べます。既定は現在です",
    ),
    option("--json", "print the answer as JSON, in English", "答えを JSON で表示します。文は英語です"),
  ],
  run: async (alert, options) => (await import("./why.ts")).printWhy(alert, options),
};
