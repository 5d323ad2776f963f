/** What is wrong with a file of rules, a list or a test, and with a value in one, in English and Japanese. */
import type { Pair } from "../language.ts";

const emptied: readonly Pair[] = [
  ["the folder has no rule files any more", "フォルダーにルールのファイルがなくなりました"],
  ["the file is empty now", "ファイルが空になりました"],
];
const stays: readonly Pair[] = [
  ["stay for a minute, and go if it is still so then", "1分間は有効で、その後もそのままなら外します"],
  ["stay until there are some again", "ルールのファイルが戻るまで有効です"],
];

export const fileValues: readonly Pair[] = [
  ["the file has more than {1} rows", "ファイルが {1} 行を超えています"],
  ["the file is empty: its first row names the columns", "ファイルが空です。最初の行に列の名前を書きます"],
  ["a file has at most {1} columns", "列は {1} 列までです"],
  ["cells are parted by commas", "セルはコンマで区切ります"],
  ["there is no column `{1}`", "列 `{1}` はありません"],
  ["this row has {1}, the heading {2}", "この行は {1} ですが、見出しは {2} です"],
  ['a text with a comma is written in quotes: "{1}"', 'コンマを含む文字列は引用符で囲みます："{1}"'],
  ["`{1}` is a column of numbers", "`{1}` は数の列です"],
  ["{1}: the settings have none", "{1}：設定にありません"],
  ["the file is longer than {1} characters", "ファイルが {1} 文字を超えています"],
  [
    "the file is not UTF-8 from here on: save it as UTF-8",
    "ここから UTF-8 ではありません。UTF-8 で保存してください",
  ],
  ["too many levels inside each other", "入れ子が深すぎます"],
  ["this cannot be a key", "これはキーにできません"],
  ["a key must be a plain word", "キーは普通の文字列で書きます"],
  ["{1} is a link that leads out of its folder", "{1} はフォルダーの外へのリンクです"],
  ["the file cannot be written ({1})", "ファイルに書き込めません（{1}）"],
  [
    "no rule is called `{1}`, or its file has mistakes",
    "`{1}` というルールがないか、そのファイルに誤りがあります",
  ],
  [
    "there are no rules: no file of this folder ends in .yaml or .yml",
    "ルールがありません。このフォルダーに .yaml か .yml のファイルがありません",
  ],
  [
    "not YAML: this line has no key with a `:` and a blank after it",
    "YAML ではありません：この行に、`:` と空白の付いたキーがありません",
  ],
  ["not YAML: this text does not belong here", "YAML ではありません：ここに文字列は書けません"],
  ["not YAML: `{1}` does not belong here", "YAML ではありません：ここに `{1}` は書けません"],
  ["the monitor may not write there: its rights forbid it", "モニターに書き込みの権限がありません"],
  [
    "the monitor cannot write it with the owner and the rights that it has",
    "元の所有者と権限のままでは、モニターから書き込めません",
  ],
  ["the file is on a read-only file system", "ファイルが読み取り専用のファイルシステムにあります"],
  ["the disk is full", "ディスクに空きがありません"],
  ["the file is read-only", "ファイルは読み取り専用です"],
  ["the file cannot be read", "ファイルを読めません"],
  ["the file is empty now", "ファイルが空になりました"],
  ...emptied.flatMap(([what, whatJa]) =>
    stays.flatMap(([stay, stayJa]): Pair[] => [
      [`${what}; the entries that it had ${stay}`, `${whatJa}。以前の内容は${stayJa}`],
      [`${what}; its rules ({1} and {2} more) ${stay}`, `${whatJa}。そのルール（{1}、ほか{2}件）は${stayJa}`],
      [`${what}; its rules ({1}) ${stay}`, `${whatJa}。そのルール（{1}）は${stayJa}`],
    ]),
  ),
  ["{1} more in this file are not shown", "このファイルのほか {1} 件は表示していません"],
  [
    "the name of a file of rules holds letters, digits, - and _, as in mine.yaml",
    "ルールのファイル名に使えるのは英数字、-、_ です。例：mine.yaml",
  ],
  [
    "`{1}` has mistakes, or its rules are in brackets: choose another file",
    "`{1}` に誤りがあるか、ルールが角括弧の中にあります。別のファイルを選んでください",
  ],
  [
    "the text is more than one rule, or ends within quotes or brackets",
    "ルールが2つ以上あるか、引用符か括弧が閉じていません",
  ],
  ["the rules take too long to read", "ルールの読み込みに時間がかかりすぎます"],
  ["the rules cannot be read: {1}", "ルールを読めません：{1}"],
  ["the file must be in the folder of the rules", "ファイルはルールのフォルダーの中に置きます"],
  [
    "the folder of rules does not answer: is it on a mount that hangs?",
    "ルールのフォルダーから応答がありません。応答しないマウント先にありませんか",
  ],
  [
    "The monitor started with the last good {1}: the files are not used as they are.",
    "最後に正しかったもの（{1}）で起動しました。現在のファイルは使っていません。",
  ],
  [
    "There are more than {1} groups of `{2}`: rules see none of it until the monitor starts again or the rules change.",
    "`{2}` の組が {1} 件を超えました。モニターの再起動かルールの変更まで、ルールには見えません。",
  ],
  [
    "There are more than {1} items of `{2}`: rules see none of it until the monitor starts again or the rules change.",
    "`{2}` の項目が {1} 件を超えました。モニターの再起動かルールの変更まで、ルールには見えません。",
  ],
  // Tests.
  ["a text, or { contains: part of it }", "文字列か { contains: その一部 }"],
  ["a day looks like {1}", "日は {1} のように書きます"],
  ["there is no such day", "この日はありません"],
  ["a step has at most {1} events", "1つの段階のイベントは {1} 件までです"],
  ["a step has `at` or `after`, not both", "段階に書けるのは `at` か `after` のどちらかです"],
  ["the first step needs `at`: when the test begins", "最初の段階には、テストを始める時刻 `at` が必要です"],
  ["this is before the step before", "前の段階より前の時刻です"],
  ["`{1}` is a number: `contains` is for texts", "`{1}` は数です。`contains` は文字列に使います"],
  ["no event has a field `{1}`", "`{1}` という項目のあるイベントはありません"],
  ["the rule does not fire for this", "ルールがアラートを出しません"],
  ["the rule fires for this", "ルールがアラートを出します"],
];

export const ruleValues: readonly Pair[] = [
  ["a `*` goes at the end of a name, as in {1}", "`*` は名前の終わりに書きます。例：{1}"],
  ["this rule is about no alerts", "このルールはアラートを対象としていません"],
  ["add alert.fired to its `on`", "`on` に alert.fired を加えてください"],
  ["its alerts would ask for each other without end: {1}", "アラートが互いを呼び続けます：{1}"],
  [
    "`needs` takes a set of records, such as {1}, or a list of them",
    "`needs` には {1} のようなデータの種類か、そのリストを書きます",
  ],
  [
    "`reset` is not under the level that is crossed downwards",
    "下向きに越える水準では、`reset` はその下にできません",
  ],
  ["`fast` is a shorter time than `slow`", "`fast` は `slow` より短い期間です"],
  [
    "`extreme` takes either `high: true` or `low: true`; for both, `any` takes a map for each",
    "`extreme` には `high: true` か `low: true` のどちらかを書きます。両方なら、`any` に1つずつ書きます",
  ],
  ["`found.{1}` is something else already", "`found.{1}` はすでに別のものです"],
  ["choose another name", "別の名前にしてください"],
  [
    "a list of texts that no event is needed for, such as lists.core, is needed here",
    "ここには lists.core のような、イベントによらない文字列のリストが必要です",
  ],
  ["a date, such as now.date, is needed here", "ここには now.date のような日が必要です"],
  ["a list of texts is needed here, such as {1}", "ここには {1} のような、文字列のリストが必要です"],
  ["a number or an expression (CEL) is needed here", "ここには数か式（CEL）が必要です"],
  ["at least one condition is needed here", "ここには条件が1つは必要です"],
  ["{1} is needed here", "ここには {1} が必要です"],
  ["there is another standing value of this name at {1}", "同じ名前の集計値が {1} にもあります"],
  ["`{1}` comes from the template", "`{1}` はテンプレートのものです"],
  ["what is to differ is a parameter of the template", "変えたいものは、テンプレートのパラメーターにします"],
  ["the first time comes before the second, on one day", "1日の中で、最初の時刻は次の時刻より前です"],
  ["this is outside of the rule's active hours", "ルールの有効な時間帯の外です"],
  ["a rule has either `before` or `{1}`", "ルールに書けるのは `before` か `{1}` のどちらかです"],
  ["`expected` has the values of one expression in `by`", "`expected` は `by` の1つの式の値です"],
  ["leave one of them", "1つだけ残してください"],
  [
    "from one to {1} values are expected, and here are {2}",
    "値は 1 個から {1} 個までです。ここには {2} 個あります",
  ],
  ["a table's name has letters, digits and _", "表の名前に使えるのは英数字と _ です"],
  [
    "a table is { file: table.csv, key: code }, or a map of keys to columns",
    "表は { file: table.csv, key: code } か、キーと列のマップです",
  ],
  ["`key` is missing: the column that rows are found by", "`key`（行を探すための列）がありません"],
  ["`texts` is a list of columns", "`texts` は列のリストです"],
  ["a table has at most {1} rows", "表は {1} 行までです"],
  ["a row is a map of columns, such as { name: Banks }", "行は { name: Banks } のような、列のマップです"],
  ["`{1}` is a {2} in other rows, and a number here", "`{1}` はほかの行では {2} ですが、ここでは数です"],
  ["`{1}` is a {2} in other rows, and a text here", "`{1}` はほかの行では {2} ですが、ここでは文字列です"],
  ["this is no time between two events; one looks like {1}", "イベントの間隔ではありません。例：{1}"],
  ["a number, or an item as { now: {} }", "数か、{ now: {} } の形の項目"],
  ["an example has at most {1} events", "例のイベントは {1} 件までです"],
  ["`on` takes an event type or a list of them", "`on` にはイベントの種類か、そのリストを書きます"],
  [
    "`by` takes a value such as now.code or a list of them",
    "`by` には now.code のような値か、そのリストを書きます",
  ],
  [
    "this takes a value such as now.code or a list of them",
    "ここには now.code のような値か、そのリストを書きます",
  ],
  ["there is no source `{1}`", "`{1}` という情報源はありません"],
  ["`standing.{1}` is a number", "`standing.{1}` は数です"],
  ["`standing.{1}` is an item", "`standing.{1}` は項目です"],
  ["write it as {1}", "{1} と書いてください"],
  ["a standing value has one measure: {1}", "集計値の計算方法は1つです：{1}"],
  ["`nth` is for `largest` and `smallest`", "`nth` は `largest` と `smallest` に使います"],
  [
    "an item has no rank; `nth: 2` gives the second one",
    "項目に順位はありません。`nth: 2` は2番目の項目です",
  ],
  ["a standing value's name has letters, digits and _", "集計値の名前に使えるのは英数字と _ です"],
  ["`data` has at most {1} values", "`data` の値は {1} 個までです"],
  ["a display name is one line of up to {1} characters", "表示名は {1} 文字までの1行です"],
  [
    "such a name has a small letter first, and then letters, digits and _",
    "名前は小文字で始め、使えるのは英数字と _ です",
  ],
  [
    "`{1}` takes a map of keys, or a list of such maps, each with a `name`",
    "`{1}` にはキーのマップか、`name` のあるマップのリストを書きます",
  ],
  ["a percentage is from {1} to {2}", "割合は {1} から {2} までです"],
  [
    "`within` takes a duration such as 1h, or { tumbling: 1h }, or { session: 30m }",
    "`within` には 1h のような期間か、{ tumbling: 1h }、{ session: 30m } を書きます",
  ],
  [
    "such events have no `{1}`, and those of step {2} always do",
    "このイベントに `{1}` はありませんが、段階 {2} のイベントには必ずあります",
  ],
  [
    "such events never have the same `{1}` as those of step {2}",
    "このイベントの `{1}` が、段階 {2} のイベントと同じになることはありません",
  ],
  [
    "no stock is on a watchlist, so no event meets this",
    "ウォッチリストに銘柄がないため、どのイベントも当てはまりません",
  ],
  ["no stock is on a watchlist, so nothing is sent", "ウォッチリストに銘柄がないため、何も送信しません"],
  [
    "`{1}` is in Japan's time, and times compare as texts",
    "`{1}` は日本時間で、時刻は文字列として比べられます",
  ],
  ["no event type matches these types", "これに当たるイベントの種類はありません"],
  ["`notify` takes nothing here", "ここでは `notify` に何も書けません"],
];
