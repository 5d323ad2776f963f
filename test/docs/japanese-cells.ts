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

  // metrics
  metric: "メトリクス",
  kind: "種類",
  labels: "ラベル",
  gauge: "gauge",
  counter: "counter",
  histogram: "histogram",
  "1; its labels are the version of the program and of Node.":
    "常に1。ラベルがプログラムと Node のバージョンです。",
  "1 for a simulated service, else 0.": "シミュレーション中のサービスは1、ほかは0。",
  "Time in which the event loop worked, and did not wait: its rate is the share that is used.":
    "イベントループが待たずに働いた時間。増え方が使用率です。",
  "Longest time that the event loop was blocked in the last minute or two; measured from the first request on.":
    "直前の1〜2分に、イベントループが止まった最長の時間。最初の要求から測ります。",
  "Time for which the event loop was blocked at most in 99 of 100 measurements, in the last minute or two.":
    "直前の1〜2分の測定100回のうち99回で、イベントループが止まった時間はこれ以下です。",
  "Processor time that the process took, the system's for it among it.":
    "プロセスが使った CPU 時間。システムの分を含みます。",
  "Memory that the process has in use.": "プロセスが使っているメモリー。",
  "When the process began, in seconds since 1970.": "プロセスの開始時刻。1970年からの秒数です。",
  "1 for the state that a source is in, 0 for the others.": "情報源の今の状態は1、ほかの状態は0。",
  "When a poll of a source last succeeded, in seconds since 1970; 0: never. Its age is time() less this.":
    "情報源の取得が最後に成功した時刻。1970年からの秒数で、0 はまだないことを表します。time() から引くと経過時間になります。",
  "1 while a publication of a source is late, else 0.": "情報源の公表が遅れている間は1、ほかは0。",
  "Items of a source that were rewritten and wait in quarantine for a person.":
    "書き換えられ、隔離されて判断を待つ項目の数。",
  "Polls by outcome: ok, the reason of the failure, or unwritten where the database did not take what was found. A poll in parts counts once a part.":
    "取得の回数。結果（ok、失敗の理由、データベースに書けなければ unwritten）ごとです。分けて行う取得は、部分ごとに数えます。",
  "Time that a source's service took to answer a poll, or one part of it.":
    "取得またはその一部に、サービスが応答するまでの時間。",
  "Time that a stage took for one change: compare finds the differences, judge evaluates rules, notify decides who is notified, commit writes.":
    "1回の変更について、各段階にかかった時間。compare は比較、judge はルールの評価、notify は通知の判断、commit は書き込みです。",
  "Time from the moment at which something appeared on its service, for the first event of each poll: part schedule to the poll, answer to its answer, commit to the end of the commit, and from there to whoever is told, under the name of the output. Messages that wait for a group or an hour do not count.":
    "サービスに載ってからの時間。各取得の最初のイベントについて測ります。schedule は取得まで、answer は応答まで、commit は書き込みの終わりまで、その後は出力の名前で、届けるまでです。グループや受信時間を待つメッセージは数えません。",
  "Entries of the log by the type of their event, alerts among them.":
    "記録の件数。アラートを含め、イベントの種類ごとです。",
  "Decisions about an alert and a receiver by reason; docs/alerts.md has their meaning.":
    "通知の判断の数。理由ごとで、意味は docs/alerts.ja.md にあります。",
  "Alerts that rules asked for and that were suppressed, by reason.":
    "ルールの条件を満たし、抑制されたアラートの数。理由ごとです。",
  "Changes that the database did not take; they are found again by the next poll.":
    "データベースに書けなかった変更の数。次の取得が再び見つけます。",
  "Rules that are active.": "有効なルールの数。",
  "Events for which a rule was evaluated; most that cannot match are skipped without an evaluation. Starts again when the rules change.":
    "ルールを評価したイベントの数。当てはまらないと分かるものの多くは、評価せずに飛ばします。ルールが変わると0に戻ります。",
  "Alerts that a rule fired.": "ルールが出したアラートの数。",
  "Events for which a rule was stopped because it took too long; it did not match. Starts again when the rules change.":
    "計算に時間がかかりすぎて止めたイベントの数。当てはまらないものとします。ルールが変わると0に戻ります。",
  "Recipients that the expression of a rule's notify gave and the settings do not have; they were left out. Starts again when the rules change.":
    "ルールの notify の式が返した、設定にない宛先の数。除きました。ルールが変わると0に戻ります。",
  "1 for the part that this machine has in its cluster, 0 for the others.":
    "クラスターでのこのマシンの役割には1、ほかは0。",
  "The newest term of a writer that this machine knows.": "このマシンが知る、書き込み担当の最新の任期。",
  "The place of the log of the cluster up to which the database has all.":
    "データベースにすべてがある、クラスターのログの位置。",
  "Messages of the log of the cluster that this machine does not have yet; 0 for the writer.":
    "クラスターのログのうち、このマシンにまだないメッセージの数。書き込み担当は0。",
  "1 while this machine stands still until a person does something, else 0.":
    "人が対処するまでこのマシンが止まっている間は1、ほかは0。",
  "Time until a write stood on the log of the cluster; of the writer.":
    "書き込みがクラスターのログに載るまでの時間。書き込み担当だけ。",
  "Age of the last confirmation that nobody else writes; of the writer, which sends nothing above 1.":
    "ほかに書き込むマシンがないと最後に確認してからの時間。書き込み担当だけで、1を超えると何も送信しません。",
  "Age of the newest snapshot for other machines, as the writer knows it; absent: there is none.":
    "ほかのマシンのための最新のスナップショットを作ってからの時間。書き込み担当だけで、なければ出ません。",
  "1, or 0 while the database cannot be written.": "1。データベースに書けない間は0。",
  "Size of the database with its write-ahead log.": "データベースの大きさ。ログ先行書き込みの分を含みます。",
  "The last seq on the log.": "記録の最後の seq。",
  "Alerts that are open: fired and not resolved.": "継続中のアラートの数。",
  "Alerts that wait to be sent to a receiver, by the reason: a group, a digest, a silence and so on.":
    "宛先への通知を待つアラートの数。理由（グループ、ダイジェスト、通知停止など）ごとです。",
  "Deliveries of an output that are kept unsent, by state: waiting to be sent, or failed, which is given up.":
    "送っていないメッセージの数。状態ごとで、waiting は送信待ち、failed は送信断念です。",
  "Wrong tokens shown to the feed and its calls; the log names their addresses.":
    "フィードと呼び出しに示された、誤ったトークンの数。アドレスはログにあります。",
  "Attempts at deliveries by outcome: sent, postponed, or given up as refused or expired. Receivers that share an address are named together.":
    "送信の試行の数。結果ごとで、sent は送信、postponed は再送待ち、refused と expired は断念です。同じアドレスの宛先は、まとめて示します。",
  "Time that an attempt at a delivery took, to the server's answer or to the failure.":
    "1回の送信にかかった時間。サーバーの応答か失敗までです。",
  "Mails that a template failed on; they have the built-in form.":
    "テンプレートで作れなかったメールの数。内蔵の形で送りました。",
  "Subscribers connected to the feed.": "接続中のフィードの購読者の数。",
  "Bytes that were written to subscribers and that the network has not taken yet.":
    "購読者に書き、ネットワークにまだ渡っていないバイト数。",
  "Connections of the feed that ended, by close code and reason; left: the client closed it, or it broke; answered: a whole answer of /log.":
    "終わったフィードの接続の数。終了コードと理由ごとで、left はクライアントが閉じたか、切れたもの、answered は最後まで返した /log の応答です。",
  "Looks at the rules' files by outcome, that of the start among them: loaded, or refused with the rules before still active.":
    "ルールのファイルを読んだ回数。起動時を含み、結果ごとです。loaded は反映、refused は拒否（それまでのルールのまま）です。",
  "1, or 0 while the files are not used as they are.": "1。ファイルをそのまま使っていない間は0。",
  "When files were last taken as they were, in seconds since 1970; 0: not since the start.":
    "ファイルを最後にそのまま反映した時刻。1970年からの秒数で、0 は起動からまだないことを表します。",

  // webhooks
  "whether alerts of simulated services go to targets outside of one's own network":
    "シミュレーション中のサービスのアラートを、自分のネットワークの外の送信先にも送るか",
  "language of the messages: en or ja; a receiver under `alerts` may have another one":
    "メッセージの言語（en か ja）。`alerts` で宛先ごとに変えられます",
  "whether alerts of simulated services go to devices, too":
    "シミュレーション中のサービスのアラートを、端末にも送るか",
  "names for rules' notify; devices sign up for one of them on the page":
    "宛先。ルールの notify に書く名前で、端末はページで登録します",
  "address at which a push service may complain, mailto: or https:; left out: `publicUrl`, where it is https":
    "プッシュサービスからの連絡先（mailto: か https:）。省くと、https の `publicUrl` です",
  "whether a device's push service may be inside one's own network, and without https":
    "自分のネットワークの中や https でないプッシュサービスにも送るか",
  "services that take requests, each under a name of one's own":
    "リクエストを受け付けるサービス。名前は自由です",
  "who gets messages: a name for rules' notify, with its targets":
    "宛先。ルールの notify に書く名前と、その送信先",
  format: "形式",
  "what takes the messages": "メッセージを受け取るもの",
  "its keys": "キー",
  "a program of one's own: the whole notification as JSON, signed as Standard Webhooks says":
    "自分のプログラム。通知の全体を JSON で送り、Standard Webhooks に従って署名します",
  "a channel of Slack, by an incoming webhook": "Slack のチャンネル（Incoming Webhook）",
  "a channel of Discord, by a webhook": "Discord のチャンネル（ウェブフック）",
  "a chat, group or channel of Telegram, by a bot": "Telegram のチャット、グループ、チャンネル（ボット）",
  "a person, group or room of LINE, by the Messaging API":
    "LINE の友だち、グループ、複数人トーク（Messaging API）",
  "telephones and desktops, by ntfy": "スマートフォンとデスクトップ（ntfy）",
  "any service that an Apprise API knows": "Apprise API が対応するサービス",
  "whether its host may be a name that leads to an address inside a network":
    "ホスト名がネットワークの中のアドレスになることを許すか",
  "address that takes the requests": "リクエストを受け付けるアドレス",
  "secret that the requests are signed with, whsec_...; a list while it is being changed":
    "リクエストの署名に使う秘密（whsec_...）。変更の間は一覧で書きます",
  "file of a template for the body, which must give JSON; left out: the built-in body":
    "本文のテンプレートのファイル。結果は JSON にします。省略すると内蔵の本文",
  "address of an incoming webhook of Slack; it is secret": "Slack の Incoming Webhook のアドレス。秘密です",
  "address of a webhook of a channel of Discord; it is secret":
    "Discord のチャンネルのウェブフックのアドレス。秘密です",
  "number of a thread or a post of a forum; without it the channel itself":
    "スレッド、またはフォーラムの投稿の番号。省略するとチャンネル",
  "token of the bot": "ボットのトークン",
  "number of the chat, or @ and the name of a public channel":
    "チャットの番号、または @ と公開チャンネルの名前",
  "number of a topic of the chat; without it the chat itself": "チャットのトピックの番号。省略するとチャット",
  "address of the Bot API; one's own server has another":
    "Bot API のアドレス。自分のサーバーを使う場合に書きます",
  "long-lived channel access token": "チャネルアクセストークン（長期）",
  "id of the user, group or room": "ユーザー、グループ、複数人トークの ID",
  "address of the Messaging API": "Messaging API のアドレス",
  "topic; whoever knows it can read it, where the server asks for no login":
    "トピック。ログインのないサーバーでは、知っている人は誰でも読めます",
  "access token, where the server asks for one": "アクセストークン。サーバーが求める場合に書きます",
  "address of the server": "サーバーのアドレス",
  "address of the API with the key of its configuration, .../notify/KEY":
    "API のアドレスと設定のキー（.../notify/KEY）",
  "tags of the services that get the message; without it all of the key":
    "送るサービスのタグ。省略するとキーの全サービス",
};
