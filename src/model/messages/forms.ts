/** Messages about the form of files and of single values, in English and Japanese; {1} stands for a word of the file. */
import type { Pair } from "./in-japanese.ts";

export const forms: readonly Pair[] = [
  [
    "not YAML: flow sequence in block collection must be sufficiently indented and end with a ]",
    "YAML ではありません：[ ] のリストは字下げして ] で閉じます",
  ],
  ["not YAML: missing closing {1}quote", "YAML ではありません：{1} の引用符が閉じていません"],
  [
    "not YAML: this key is indented more than the one before it",
    "YAML ではありません：前のキーより字下げが深くなっています",
  ],
  [
    "not YAML: nested mappings are not allowed in compact mappings",
    "YAML ではありません：1行の中にマップを重ねられません",
  ],
  ["not YAML: sequence item without - indicator", "YAML ではありません：リストの項目に - がありません"],
  ["not YAML: {{ would begin a map", "YAML ではありません：{{ はマップの始まりになります"],
  ["not YAML: {1}", "YAML ではありません：{1}"],
  [
    "aliases are not used here: write the value out",
    "ここではエイリアスを使いません。値をそのまま書いてください",
  ],
  [
    "anchors are not used here: remove the `&` name",
    "ここではアンカーを使いません。`&` の名前を消してください",
  ],
  [
    "merge keys are not used here: write the keys out",
    "ここではマージキーを使いません。キーをそのまま書いてください",
  ],
  ["tags are not used here", "ここではタグを使いません"],
  ["tabs do not indent YAML", "YAML の字下げにタブは使えません"],
  [
    "one file holds one document: remove the `---`",
    "1つのファイルには1つの文書だけです。`---` を消してください",
  ],
  ["a value is missing after this comma", "このカンマの後に値がありません"],
  ["this key is in the same map twice", "同じマップにこのキーが重複しています"],
  ["`{1}` cannot be a key", "`{1}` はキーにできません"],
  ["unknown key `{1}`", "知らないキーです：`{1}`"],
  ["`{1}` is missing", "`{1}` がありません"],
  ["`{1}` needs `{2}`", "`{1}` には `{2}` が必要です"],
  ["`{1}` and `{2}` go together", "`{1}` と `{2}` は一緒に書きます"],
  ["`{1}` or `{2}` is needed", "`{1}` か `{2}` が必要です"],
  ["this must be a list", "ここはリストでなければなりません"],
  ["this must be a map of keys and values", "ここはキーと値のマップでなければなりません"],
  ["this must be a number", "ここは数でなければなりません"],
  ["this must be text", "ここは文字列でなければなりません"],
  ["this must not be empty", "空にはできません"],
  ["this must be at least {1}", "{1} 以上でなければなりません"],
  ["this must be at most {1}", "{1} 以下でなければなりません"],
  ["this must be one of the known names", "知られている名前のどれかでなければなりません"],
  ["this must be one of {1}", "次のどれかでなければなりません：{1}"],
  ["this must be {1}", "{1} でなければなりません"],
  ["this is too long; at most {1} or {2}", "長すぎます。{1} または {2} までです"],
  ["this is no duration; one looks like {1}", "期間ではありません。例：{1}"],
  ["this is no time of the day; one looks like {1}", "時刻ではありません。例：{1}"],
  ["this is no moment; one looks like {1}", "日時ではありません。例：{1}"],
  ["there is no such day; one looks like {1}", "そのような日はありません。例：{1}"],
  ["no such time zone; one is named like {1}", "そのようなタイムゾーンはありません。例：{1}"],
  ["there is no time zone {1}", "{1} というタイムゾーンはありません"],
  [
    "the file {1} cannot be read: there is no such file",
    "ファイル {1} を読めません：そのファイルはありません",
  ],
  ["the file {1} cannot be read", "ファイル {1} を読めません"],
  [
    "the entries of a list must all be texts or all be numbers",
    "リストの項目は、すべて文字列か、すべて数でなければなりません",
  ],
  ["the values of a map must all be of one kind", "マップの値は、すべて同じ種類でなければなりません"],
];
