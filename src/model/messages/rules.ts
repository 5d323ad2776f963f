/** Messages about rules and their examples, in English and Japanese. */
import type { Pair } from "./in-japanese.ts";

export const rules: readonly Pair[] = [
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
