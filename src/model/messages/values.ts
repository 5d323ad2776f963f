/** What is wrong with a value of the settings, in English and Japanese. */
import type { Pair } from "../language.ts";

export const settingValues: readonly Pair[] = [
  ["`always` needs the times of `digest`", "`always` には `digest` の時刻が必要です"],
  [
    "alerts of simulated services ({1}) are not sent to devices",
    "シミュレーション中のサービス（{1}）のアラートは端末に送信しません",
  ],
  ["`{1}` is there twice", "`{1}` が2つあります"],
  ['this takes a day such as "{1}", or { from, to }', 'ここには "{1}" のような日か、{ from, to } を書きます'],
  ["the first day comes before the last", "最初の日は最後の日より前です"],
  [
    "hours are a map with `between`, `on`, `days` and `except`, or a list of such maps",
    "受信時間は `between`、`on`、`days`、`except` のあるマップか、そのリストです",
  ],
  [
    "no alert comes to this route: all of them end with route {1}, which is for all alerts",
    "この振り分けに届くアラートはありません。すべて振り分け {1} で終わります（すべてのアラートが対象です）",
  ],
  ["no rule is called `{1}`", "`{1}` というルールはありません"],
  [
    "{1} has no `until`: others are quiet until nothing new came for {2}",
    "{1} に `until` がありません。ほかのアラートは、続報が {2} ないまで抑制されます",
  ],
  [
    "{1} have no `until`: others are quiet until nothing new came for {2}",
    "{1} に `until` がありません。ほかのアラートは、続報が {2} ないまで抑制されます",
  ],
  ["a {1} before it has this name", "前にある {1} がこの名前です"],
  ["this is already in the list before it", "前のリストにすでにあります"],
  [
    "this takes the folder of rules, or { folder, overrides }",
    "ここにはルールのフォルダーか、{ folder, overrides } を書きます",
  ],
  ["`{1}` is no {2} of this call", "`{1}` はこの呼び出しの {2} ではありません"],
  ["`{1}` is no {2}", "`{1}` は {2} ではありません"],
  ["this token is {1}", "このトークンは {1} です"],
  [
    "a token of the calendar has at least {1} letters, digits, - and _",
    "カレンダーのトークンは、英数字、-、_ の {1} 文字以上です",
  ],
  [
    'a stock is its code in quotes, such as "{1}", or a map with `code`',
    '銘柄は "{1}" のように引用符で囲んだコードか、`code` のあるマップで書きます',
  ],
  [
    'a watchlist is a list of stocks such as ["{1}"], or { file: watch.csv }',
    'ウォッチリストは ["{1}"] のような銘柄のリストか、{ file: watch.csv } です',
  ],
  ["a watchlist's name has letters, digits and _", "ウォッチリストの名前に使えるのは英数字と _ です"],
  ["a watchlist cannot have this name", "この名前はウォッチリストに使えません"],
  ["`watchlist` is the list's name in expressions", "`watchlist` は式の中でリストの名前を表します"],
  ["a column `watchlist` would hide the list's name", "列 `watchlist` があると、リストの名前が隠れます"],
  ["a column's name has letters, digits and _", "列の名前に使えるのは英数字と _ です"],
  ["`{1}` is a {2} in other entries, and a number here", "`{1}` はほかでは {2} ですが、ここでは数です"],
  ["`{1}` is a {2} in other entries, and a text here", "`{1}` はほかでは {2} ですが、ここでは文字列です"],
  ["the watchlist `{1}`: {2}", "ウォッチリスト `{1}`：{2}"],
  [
    'this takes a list of codes such as ["{1}"], or { watchlist: NAME }',
    'ここには ["{1}"] のようなコードのリストか、{ watchlist: NAME } を書きます',
  ],
  [
    "this takes a share of the plan's requests such as 25%, or off",
    "ここには 25% のようなプランの要求の割合か、off を書きます",
  ],
  ["a recipient's name holds letters, digits, - and _", "宛先の名前に使えるのは英数字、-、_ です"],
  ["a name of a recipient holds letters, digits, - and _", "宛先の名前に使えるのは英数字、-、_ です"],
  [
    "a name of a target or a recipient holds letters, digits, - and _",
    "送信先と宛先の名前に使えるのは英数字、-、_ です",
  ],
  ["either `provider` or `accessUrl` is needed", "`provider` か `accessUrl` のどちらかが必要です"],
  ["an address such as {1}, or a network such as {2}", "{1} のようなアドレスか、{2} のようなネットワーク"],
  ["no mail reaches {1}: {2} is a name for examples", "{1} にメールは届きません。{2} は例のための名前です"],
  [
    "`{1}` is a target, too: which of them `{2}` means nobody could see",
    "`{1}` は送信先の名前でもあるため、`{2}` がどちらか区別できません",
  ],
  ['a layer is a number or "*"', '階層は数か "*" です'],
  [
    "a tag has letters, digits, - and _; a comma means or, a blank and",
    "タグに使えるのは英数字、-、_ です。コンマは「または」、空白は「かつ」を表します",
  ],
  [
    "the number of a thread holds digits only; write it in quotes",
    "スレッドの番号は数字だけです。引用符で囲んでください",
  ],
  ["this is no channel access token of LINE", "LINE のチャネルアクセストークンではありません"],
  [
    "this is no id of a user, group or room: U, C or R and 32 hex digits",
    "ユーザー、グループ、トークルームの id ではありません（U、C、R のどれかと16進数32桁です）",
  ],
  ["a topic has up to {1} letters, digits, - and _", "トピックは英数字、-、_ の {1} 文字までです"],
  ["this is no access token of ntfy", "ntfy のアクセストークンではありません"],
  [
    "this is no token of a bot; BotFather gives one like {1}",
    "ボットのトークンではありません。BotFather が {1} のようなトークンを発行します",
  ],
  [
    'this is no chat; one is a number such as "{1}", in quotes, or @channel',
    'チャットではありません。"{1}" のように引用符で囲んだ数か、@channel の形で書きます',
  ],
  ["what it makes is no JSON", "できあがる内容が JSON ではありません"],
  [
    "what strangers write would become markup near <{1}>",
    "<{1}> の近くで、外部の人が書いた内容がマークアップになります",
  ],
  [
    "what strangers write would be more than text in {1}",
    "{1} で、外部の人が書いた内容が文字列で済まなくなります",
  ],
  ["what strangers write would be more than text", "外部の人が書いた内容が文字列で済まなくなります"],
  ["the folder of templates cannot be read", "テンプレートのフォルダーを読めません"],
  ["{1} have no `{2}`", "{1} に `{2}` はありません"],
  ["templates have no {1} `{2}`", "テンプレートに {1} `{2}` はありません"],
  ["this is not UTF-8", "UTF-8 ではありません"],
  ['no source "{1}" in the settings: {2}', "設定に情報源 {1} はありません。あるのは {2} です"],
  ['no source "{1}" in {2}: {3}', "{2} に情報源 {1} はありません。あるのは {3} です"],
  [
    '--{1} takes 90d, 3bd (trading days), {2} or {3}, not "{4}"',
    "--{1} には 90d、3bd（営業日）、{2}、{3} のように書きます（{4} は違います）",
  ],
  [
    '--show takes a number of mails from {1} to {2}, not "{3}"',
    "--show には {1} から {2} までのメールの数を書きます（{3} は違います）",
  ],
];

/** What stands behind "this must be" and is no form of one word. */
export const neededForms: readonly Pair[] = [
  ["this must be a list, or CEL that gives one", "リストか、リストになる式（CEL）でなければなりません"],
  ["this must be a number or a text", "数か文字列でなければなりません"],
  ["this must be one line of text", "1行の文字列でなければなりません"],
  [
    "this must be an http or https address with {code} in its path, such as {1}",
    "パスに {code} のある http か https のアドレスでなければなりません。例：{1}",
  ],
  ["this must be an http or https address", "http か https のアドレスでなければなりません"],
  ["this must be an address that begins with https://", "https:// で始まるアドレスでなければなりません"],
  ["this must be an address such as {1} or {2}", "{1} や {2} のようなアドレスでなければなりません"],
  ["this must be more than {1}", "{1} より大きくなければなりません"],
  [
    "a secret is whsec_ and {1} to {2} random bytes in base64: {3}",
    "秘密は whsec_ と、{1}〜{2} バイトの乱数を base64 にしたものです：{3}",
  ],
];
