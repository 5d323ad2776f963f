/** Messages about rules, their examples and their expressions, in English and Japanese. */
import type { Pair } from "../language.ts";

export const ruleMessages: readonly Pair[] = [
  ["the rule has no parameter `{1}`", "ルールに `{1}` というパラメーターはありません"],
  ["this parameter is a number", "このパラメーターは数です"],
  ["this parameter is a text", "このパラメーターは文字列です"],
  ["this parameter is true or false", "このパラメーターは true か false です"],
  ["this parameter is a list of texts", "このパラメーターは文字列のリストです"],
  [
    "a parameter is a number, a text, true or false, or a list of texts",
    "パラメーターは数、文字列、true か false、または文字列のリストです",
  ],
  ["a parameter's name has letters, digits and _", "パラメーターの名前に使えるのは英数字と _ です"],
  ["only a number has a unit and bounds", "単位と範囲を書けるのは数だけです"],
  ["the template says what this parameter is", "このパラメーターの説明はテンプレートにあります"],
  ["a form cannot ask for `{1}`: it lacks {2}", "フォームで `{1}` を入力できません。足りないもの：{2}"],
  ["a rule has either `for` or `absent`", "ルールには `for` か `absent` のどちらかを書きます"],
  ["a rule says which events it is about, such as {1}", "どのイベントについてのルールかを書きます。例：{1}"],
  [
    "a rule about alerts says of which rules",
    "アラートについてのルールには、どのルールのアラートかを書きます",
  ],
  [
    "a rule remembers {1} events, and never counts more",
    "ルールが覚えるイベントは {1} 件で、それより多くは数えません",
  ],
  ["an example has either `fires` or `silent`", "例には `fires` か `silent` のどちらかを書きます"],
  ["a label's name holds no values", "ラベルの名前に値は入れられません"],
  ["a list's name has letters, digits and _", "リストの名前は、文字、数字、_ です"],
  [
    "a name has letters and digits and begins with a small letter, such as {1}",
    "名前は文字と数字で、小文字で始まります。例：{1}",
  ],
  [
    "a name has up to 100 letters, digits, blanks and . _ -",
    "名前は、文字、数字、空白、. _ - で 100 字までです",
  ],
  ["`notify` takes names such as {1}", "`notify` には名前を書きます。例：{1}"],
  ["`{1}` has another kind of value in events", "イベントの `{1}` の値は別の種類です"],
  ["`{1}` takes either `{2}` or `{3}`", "`{1}` には `{2}` か `{3}` のどちらかを書きます"],
  ["`{1}` is not over the level that is crossed upwards", "`{1}` が、上に越える水準より下にありません"],
  [
    "`{1}` is so for the moment of an event alone, and nothing that lasts",
    "`{1}` はイベントの瞬間だけのことで、続くものではありません",
  ],
  [
    "all events of step {1} are such: the sequence is never complete",
    "段階 {1} のイベントはすべてこれに当たり、順序は決して揃いません",
  ],
  [
    "such events have no `{1}`, and those of step {2} always do: the sequence is never complete",
    "このイベントに `{1}` はなく、段階 {2} のイベントには必ずあります。順序は決して揃いません",
  ],
  [
    "such events never have the same `{1}` as those of step {2}: the sequence is never complete",
    "このイベントの `{1}` は、段階 {2} のものと同じになりません。順序は決して揃いません",
  ],
  [
    "no such event meets the rule's `when`, so it excludes nothing",
    "ルールの `when` に合うこのイベントはなく、何も除かれません",
  ],
  [
    "no such event meets the rule's `when`: the sequence is never complete",
    "ルールの `when` に合うこのイベントはなく、順序は決して揃いません",
  ],
  ["no count is below 0", "0 より小さい数はありません"],
  ["no value is both `{1}` and `{2}`", "`{1}` と `{2}` の両方に合う値はありません"],
  ["one of {1} is needed", "{1} のどれかが必要です"],
  ["spans that follow one another last a time such as {1}", "続けて並ぶ期間の長さは {1} のように書きます"],
  [
    "such a span divides a day evenly, as {1} do, or is whole days",
    "この期間は {1} のように1日を等しく分けるか、まる何日かです",
  ],
  [
    "so many days, such as {1}, or trading days, such as {2}",
    "日数は {1} のように、営業日数は {2} のように書きます",
  ],
  ["there is another rule of this name at {1}", "同じ名前のルールが {1} にもあります"],
  ["this rule fires for the same events as `{1}` at {2}", "このルールは {2} の `{1}` と同じイベントで出ます"],
  ["there is no event type `{1}`", "`{1}` という種類のイベントはありません"],
  ["events of type {1} have no field `{2}`", "種類 {1} のイベントに項目 `{2}` はありません"],
  [
    "this example does not hold: the rule does not fire for this",
    "この例は成り立ちません：ルールはこれで出ません",
  ],
  ["this example does not hold: the rule fires for this", "この例は成り立ちません：ルールはこれで出ます"],
  [
    "this example does not hold: the rule is not about events of type {1}",
    "この例は成り立ちません：ルールは種類 {1} のイベントについてのものではありません",
  ],
  ["the rule is not about such an event", "ルールはこのイベントについてのものではありません"],
  ["this says nothing beside `{1}`", "`{1}` があるので、これは何も変えません"],
  ["a time of day in Japan, such as {1}", "日本の時刻を書きます。例：{1}"],
  ["this is shown as it is written", "これは書いたとおりに表示されます"],
];

export const expressions: readonly Pair[] = [
  ["an expression is needed here", "ここには式が必要です"],
  ["an expression has at most {1} characters", "式は {1} 文字までです"],
  ["the expression ends too early", "式が途中で終わっています"],
  ["this expression is too large", "この式は大きすぎます"],
  ["this does not belong here: {1}", "ここには書けません：{1}"],
  ["unterminated text", "文字列が閉じていません"],
  ["this {{ has no }}", "この {{ には }} がありません"],
  ["too many brackets inside each other", "括弧が重なりすぎています"],
  ["unknown name `{1}`", "知らない名前です：`{1}`"],
  ["there is no function `{1}`", "`{1}` という関数はありません"],
  ["there is no method `{1}`", "`{1}` というメソッドはありません"],
  ["there is no list `{1}`", "`{1}` というリストはありません"],
  ["there is no null here", "ここに null はありません"],
  ["`{1}` has no field `{2}`", "`{1}` に項目 `{2}` はありません"],
  ["a number has no fields", "数に項目はありません"],
  [
    "a record cannot be shown: name one of its fields",
    "記録の全体は表示できません。項目の名前を書いてください",
  ],
  [
    "what may be absent cannot be shown: add .orValue({1})",
    "ないかもしれない値は表示できません。.orValue({1}) を付けてください",
  ],
  [
    "a condition is needed here, one that is true or false, such as {1}",
    "ここには真か偽になる条件が必要です。例：{1}",
  ],
  ["a condition is needed here, such as {1}; got {2}", "ここには条件が必要です。例：{1}（これは {2} です）"],
  ["a number, such as {1}, is needed here", "ここには {1} のような数が必要です"],
  ["a pattern must be written out in quotes", "パターンは引用符の中に書いてください"],
  [
    "this pattern cannot be read: invalid repeat count: {1}",
    "このパターンは読めません：繰り返しの数が正しくありません：{1}",
  ],
  ["this pattern cannot be read: missing closing ): {1}", "このパターンは読めません：) がありません：{1}"],
  [
    "this pattern is too long, or repeats too much; has_any takes long lists of words",
    "このパターンは長すぎるか、繰り返しが多すぎます。長い言葉の一覧には has_any を使います",
  ],
  [
    "this pattern takes too long to read: ranges under (?i), or Unicode classes, are too large or too many",
    "このパターンは読み込みに時間がかかりすぎます：(?i) の範囲か Unicode のクラスが、大きすぎるか多すぎます",
  ],
  ["these do not go together: {1}", "組み合わせられません：{1}"],
  ["this cannot be called so: {1}", "このようには呼べません：{1}"],
  [
    "this would take too long: loops inside loops over long lists",
    "時間がかかりすぎます：長い一覧の繰り返しの中に繰り返しがあります",
  ],
  ["an empty word would be found in every text", "空の言葉はどの文にも見つかります"],
  ["`changed` is a list of names", "`changed` は名前の一覧です"],
  [
    "`changed` never holds `{1}`: these events have no such field",
    "`changed` に `{1}` が入ることはありません：このイベントにその項目はありません",
  ],
  ["this field never is `{1}`", "この項目が `{1}` になることはありません"],
  ["this is never true together with the part before it", "前に書かれたものと同時には決して真になりません"],
  ["this is never true together with `{1}`", "`{1}` と同時には決して真になりません"],
  ["this is never true", "これは決して真になりません"],
  ["this is true for every event of these types", "この種類のすべてのイベントで真になります"],
  [
    "this part is true for every event of these types",
    "この部分は、この種類のすべてのイベントで真になります",
  ],
  ["this part is true wherever `{1}` is", "`{1}` が真なら、この部分は必ず真です"],
  ["`{1}` is never negative", "`{1}` が負になることはありません"],
  [
    "`{1}` is percent of all shares: it is never over 100",
    "`{1}` は全株式に対するパーセントで、100 を超えません",
  ],
  ["ratios are percent here: {1} is {1} %", "比率はパーセントで書きます：{1} は {1} % です"],
  ["this is percent: {1} is {1} %", "これはパーセントです：{1} は {1} % です"],
  [
    "`event.time` is in UTC, and times compare as texts",
    "`event.time` は UTC で、時刻は文字列として比べられます",
  ],
  ["a day is no moment", "日は日時ではありません"],
  [
    "days are written as {1}: this never compares as one",
    "日は {1} のように書きます。これは日として比べられません",
  ],
  [
    "moments are written as {1}: this never compares as one",
    "日時は {1} のように書きます。これは日時として比べられません",
  ],
  [
    "periods are written as {1}: this never compares as one",
    "期は {1} のように書きます。これは期として比べられません",
  ],
];
