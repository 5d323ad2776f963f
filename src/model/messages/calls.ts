/** Refusals of calls of the program, in English and Japanese. */
import type { Pair } from "../language.ts";

export const callMessages: readonly Pair[] = [
  ["{1} has mistakes", "{1} に間違いがあります"],
  ["the rules have mistakes", "ルールに間違いがあります"],
  [
    "the rules have mistakes: `yagura check` shows them",
    "ルールに間違いがあります。`yagura check` で確かめてください",
  ],
  [
    'the rule "{1}" is turned off: it or the settings say `enabled: false`',
    "ルール「{1}」は無効です。ルールか設定に `enabled: false` とあります",
  ],
  [
    '--at takes a day or a time such as {1}, not "{2}"',
    "--at には日か、{1} のような日時を書きます（{2} は違います）",
  ],
  ["the tests have mistakes", "テストに間違いがあります"],
  ["{1}: there is no such folder of rules", "{1}：そのルールのフォルダーはありません"],
  [
    "the monitor wants a token: --token, or YAGURA_TOKEN",
    "監視にはトークンが必要です：--token または YAGURA_TOKEN",
  ],
  ["the monitor refuses: {1}", "監視が断りました：{1}"],
  [
    "too many wrong tokens came from this address; try again in a few seconds",
    "このアドレスから間違ったトークンが多すぎます。数秒後にもう一度試してください",
  ],
  ["no monitor answers at {1}: {2}", "{1} で監視が答えません：{2}"],
  ["what answers at {1} is {2}", "{1} で答えるのは監視ではありません：{2}"],
  ["what runs at {1} does not answer within {2} s", "{1} で動くものが {2} 秒以内に答えません"],
  ["port {1} is in use", "ポート {1} は使われています"],
  ["{1}: no database there yet", "{1}：データベースはまだありません"],
  [
    "{1}: it is emptier than the database: it has {2}, and {3} has {4}; --force restores it all the same",
    "{1}：データベースより中身が少ないバックアップです（{2}。{3} は {4}）。それでも復元するには --force を付けてください",
  ],
  [
    "the database has data of {1} from {2}, and the settings let the simulator play {1}; set upstreams.{1}.url, or play beside that data with --simulated",
    "データベースには {2} から取得した {1} のデータがありますが、設定では {1} がシミュレーターです。upstreams.{1}.url を設定するか、実データの隣で動かすなら --simulated を付けてください",
  ],
  ["{1}: this is a pipe, and no file", "{1}：ファイルではなくパイプです"],
  ["{1}: this is a folder, and no file", "{1}：ファイルではなくフォルダーです"],
  ["{1}: this is a socket, and no file", "{1}：ファイルではなくソケットです"],
  ["{1}: this is a device, and no file", "{1}：ファイルではなくデバイスです"],
  ["{1}: not finished; start the monitor once", "{1}：未完成です。監視を一度起動してください"],
  [
    "{1}: written by an older version of Yagura; start the monitor once to update it",
    "{1}：以前の版の櫓が書いたものです。監視を一度起動すると更新されます",
  ],
  [
    "{1} is no folder of its own, and passwords are written there: remove it",
    "{1} は独立したフォルダーではありません。パスワードを書く場所なので、取り除いてください",
  ],
  ["{1} cannot be written ({2})", "{1} に書き込めません（{2}）"],
  ["no recipients are configured; name one with --to", "宛先が設定されていません。--to で指定してください"],
  ["say how long, by one of --for and --until", "いつまでかを --for か --until で指定してください"],
  [
    "say the id or number of an alert, or --rule and --subject",
    "アラートの id か番号、または --rule と --subject を指定してください",
  ],
  ['there is no rule "{1}": did you mean {2}?', "「{1}」というルールはありません。{2} のことですか"],
  ['there is no rule "{1}": there is none', "「{1}」というルールはありません。ルールは一つもありません"],
  ['there is no rule "{1}": {2}', "「{1}」というルールはありません。あるのは {2} です"],
  ["there is no rule {1}", "{1} というルールはありません"],
  ["there is no service {1}", "{1} というサービスはありません"],
  ["no source {1}", "{1} という情報源はありません"],
  ["{1} needs --{2}", "{1} には --{2} が必要です"],
  ["--{1} is given twice", "--{1} が二度書かれています"],
  ["--{1} takes a value", "--{1} には値が必要です"],
  [
    "--{1} takes a whole number from {2} to {3}, not {4}",
    "--{1} には {2} から {3} までの整数を書きます（{4} は違います）",
  ],
  ["--{1} takes one of {2}", "--{1} には次のどれかを書きます：{2}"],
  ["--{1} takes a day YYYY-MM-DD, not {2}", "--{1} には YYYY-MM-DD の日を書きます（{2} は違います）"],
  ["--{1} takes {2}, not {3}", "--{1} には {2} を書きます（{3} は違います）"],
  [
    "{1}: nothing of the services' past was fetched yet; {2}",
    "{1}：サービスの過去はまだ読まれていません。{2}",
  ],
  ["error: unknown command '{1}'", "エラー：'{1}' というコマンドはありません"],
  ["error: unknown option '{1}'", "エラー：'{1}' というオプションはありません"],
  ["error: missing required argument '{1}'", "エラー：引数 '{1}' が必要です"],
  ["error: option '{1}' argument missing", "エラー：オプション '{1}' には値が必要です"],
  ["error: required option '{1}' not specified", "エラー：オプション '{1}' が必要です"],
  [
    "error: too many arguments for '{1}'. Expected {2} argument but got {3}.",
    "エラー：'{1}' の引数が多すぎます。{2} 個のところに {3} 個あります。",
  ],
  [
    "error: too many arguments for '{1}'. Expected {2} arguments but got {3}.",
    "エラー：'{1}' の引数が多すぎます。{2} 個のところに {3} 個あります。",
  ],
  [
    "error: command-argument value '{1}' is invalid for argument '{2}'. Allowed choices are {3}.",
    "エラー：引数 '{2}' に '{1}' は使えません。選択肢：{3}。",
  ],
  [
    "error: option '{1}' argument '{2}' is invalid. Allowed choices are {3}.",
    "エラー：オプション '{1}' に '{2}' は使えません。選択肢：{3}。",
  ],
  ["(Did you mean {1}?)", "（{1} のことですか？）"],
  ["(Did you mean one of {1}?)", "（次のどれかですか：{1}）"],
];
