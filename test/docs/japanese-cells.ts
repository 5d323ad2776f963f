/** The words of generated tables in Japanese, by the English ones. What the program says in Japanese itself is not here. */
export const tableCells: Readonly<Record<string, string>> = {
  // The heads of columns.
  why: "理由",
  "what it means": "意味",
  key: "キー",
  "what it says": "説明",
  example: "例",
  fate: "扱い",
  reason: "理由",

  // alerts
  "an event met the rule's `until`": "ルールの `until` に当てはまるイベントがありました",
  "there was no news for the rule's `resolveAfter`": "ルールの `resolveAfter` の間、続報がありませんでした",
  "somebody resolved it by hand": "誰かが手動で終了しました",
  "its name in `yagura why`; by default its `match`": "`yagura why` に出る名前。省略すると `match`",
  "the alerts that it takes; by default all": "対象のアラートの条件。省略するとすべて",
  "from the first time in Japan up to the second; past midnight where that is earlier, as part of the day on which it begins":
    "最初の時刻から2番目の時刻まで（日本時間）。2番目が早ければ翌日までで、始まった日のものとして扱います",
  "the days that count: `trading-days` of the exchange, or `other-days`, on which it is closed":
    "対象の日。取引所の営業日（`trading-days`）か、休業日（`other-days`）",
  "the weekdays that count; by default all": "対象の曜日。省略するとすべて",
  "days of one's own that do not count, such as holidays": "除く日。自分の休みなど",
  "receivers besides those that the rule names; left out: only those":
    "ルールの宛先に加える宛先。省略するとルールの宛先だけ",
  "true: later routes are tried too": "true にすると、下の振り分けも調べます",
  "alerts with equal values of these are sent together; []: all of the route":
    "これらの値が等しいアラートをまとめて送ります。[] なら、振り分けの全件",
  "how long a new group waits for more": "新しいグループが、ほかのアラートを待つ時間",
  "time between two messages of a group": "グループのメールの間隔",
  "remind of alerts that are still open and not acknowledged":
    "確認されずに継続しているアラートを、再び通知するまでの時間",
  "true: receivers of an alert are also notified when it is resolved":
    "true にすると、アラートの終了も通知します",
  "send its alerts at these times instead of one by one": "1件ずつではなく、この時刻にまとめて送ります",
  "when it may get messages; by default always": "受信時間。省略するといつでも",
  "alerts outside these hours; `hold` by default (`drop`: it is never sent; `hold`: it is sent when that ends; `digest`: it is sent in the receiver's next digest)":
    "受信時間外のアラートの扱い。省略すると `hold`（`drop`：送りません。`hold`：受信時間になると送ります。`digest`：次のダイジェストで送ります）",
  "most messages; further ones wait, except critical alerts":
    "最大の件数。超えた分は待ちます。重大なアラートは待ちません",
  "language of its messages": "メッセージの言語",
  "times of its digests, for alerts that hours, windows and silences leave to a digest":
    "ダイジェストの時刻。受信時間、通知しない時間帯、通知停止により回されたアラートが入ります",
  "true: its digests come also when nothing happened, with what was read":
    "true にすると、何もない日も、読んだものを載せたダイジェストを送ります",
  "its name in `yagura why`": "`yagura why` に出る名前",
  "the alerts that it silences; by default all": "通知しないアラートの条件。省略するとすべて",
  "fate of these alerts (`drop`: it is never sent; `hold`: it is sent when that ends; `digest`: it is sent in the receiver's next digest)":
    "対象のアラートの扱い（`drop`：送りません。`hold`：終わったときに送ります。`digest`：次のダイジェストで送ります）",
  "it is never sent": "送りません",
  "it is sent when that ends": "終わったときに送ります",
  "it is sent in the receiver's next digest": "宛先の次のダイジェストで送ります",
  "times the alerts of its busiest day before": "最も多かった日の何倍か",
  "and at least this many alerts in the day": "かつ、1日にこの件数を超えること",
  "an alert whose rule has no `until` is resolved after this time without news":
    "`until` のないルールのアラートは、続報がないままこの時間がたつと終了します",
  "settings of receivers, by the names in `notify`: hours, caps, language":
    "宛先ごとの設定。`notify` に書く名前で指定します（受信時間、件数の上限、言語）",
  "who is notified, and how; the first matching route wins; with `continue`, later ones are tried too":
    "誰に、どう通知するか。最初に一致した振り分けが有効です。`continue` があれば、下の振り分けも調べます",
  "alerts that inhibit others while they are open": "継続している間、ほかのアラートを抑制するアラート",
  "recurring times in which alerts are silenced": "定期的に通知を停止する時間帯",
  "limits a rule that fires far more often than usual, for the rest of the day; left out: no limit":
    "ふだんより大幅に多く発生したルールの通知を、その日は制限します。省略すると制限なし",
  "while such an alert is open": "原因を示すアラートの条件",
  "such alerts are inhibited, unless `source` matches them too":
    "その間、抑制するアラートの条件。`source` にも当てはまるものは除きます",
  "only if both have equal values of these; []: always":
    "これらの値が両方で等しいときだけ抑制します。[] なら、いつでも",
};
