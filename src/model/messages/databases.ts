/** What is said of the database, of the past's file and of the machine below them, in English and Japanese. */
import type { Pair } from "../language.ts";

const epoch = "The feed has a new epoch; notifications since the copy may be repeated.";
const epochJa = "フィードは新しい epoch になりました。コピーより後の通知は、もう一度送られることがあります。";

const again = "a history can be deleted and fetched again, nothing else is lost with it";
const againJa = "過去データのファイルは、削除して取得し直せます。ほかに失われるものはありません";

/** What is damaged, and what follows. */
type Damaged = readonly [what: string, whatJa: string, then: string, thenJa: string];

const notSent = [
  "They are not sent to anybody; readers of the feed are informed of the gap.",
  "誰にも送信しません。フィードの購読者には欠落を知らせます。",
] as const;
const startAgain = [
  "They start again: open counts, windows and sequences are lost.",
  "最初からやり直します。途中までの回数、期間、段階は失われます。",
] as const;
const noMails = ["They are not sent.", "送信しません。"] as const;

const damages: readonly Damaged[] = [
  ["entry {1} of the log", "記録の {1}", ...notSent],
  ["entries {1} to {2} of the log", "記録の {1}〜{2}", ...notSent],
  [
    "the items of {1}",
    "{1} の項目",
    "The source starts again: its next poll stores a new baseline without events.",
    "次の取得を、イベントを出さない初回取得として保存します。",
  ],
  [
    "the quarantine of {1}",
    "{1} の隔離中のデータ",
    "It is held no more: the next poll finds the rewrite again, and holds it back again.",
    "隔離はなくなります。次の取得で同じ書き換えが見つかり、もう一度隔離されます。",
  ],
  ["what rules remember", "ルールの状態", ...startAgain],
  ["what rule {1} remembers", "ルール {1} の状態", ...startAgain],
  [
    "when rules fired last",
    "ルールが最後にアラートを出した時刻",
    "An alert may come again within its cooldown.",
    "クールダウン中のアラートが、もう一度出ることがあります。",
  ],
  ["the mails", "メール", ...noMails],
  ["{1} of the mails", "メール{1}通", ...noMails],
  [
    "silences that were set",
    "通知停止の設定",
    "Alerts that were silenced come again. Look at `yagura silence list`, and set again what is missing there.",
    "停止していたアラートの通知を再開します。`yagura silence list` を確認し、足りないものをもう一度設定してください。",
  ],
  [
    "which alerts are open, and what was sent about them",
    "継続中のアラートと、その通知の経過",
    "Lost ones start again: the next alert counts as the first, in a new thread, and caps count from zero. Alerts that waited in a lost group, or for a lost alert, are sent now.",
    "失われたものは最初から始めます。次のアラートが新しいスレッドの1件目になり、件数の上限も数え直します。待っていたアラートは今すぐ通知します。",
  ],
  [
    "decisions about notifications",
    "通知の判断",
    "Mails that waited for a group, a digest or the end of a silence may lack some alerts; all are on the feed. `yagura why` cannot say everything.",
    "グループ、ダイジェスト、通知停止の終わりを待っていたメールに、載らないアラートがあるかもしれません。フィードにはすべてあります。`yagura why` の答えには抜けが出ます。",
  ],
  [
    "how far consumers of the feed are",
    "フィードの名前付き購読者の位置",
    "Consumers whose position is lost get a gap when they reconnect, and start with new entries.",
    "位置が失われた購読者には、再接続した時に欠落を知らせ、新しい記録から続けます。",
  ],
  [
    "devices that take messages",
    "通知を受け取る端末",
    "Lost ones get no messages: open the page on each, and sign it up again under Settings.",
    "失われた端末には通知されません。それぞれの端末でページを開き、設定からもう一度登録してください。",
  ],
  [
    "notes of the monitor",
    "モニターの覚え書き",
    "They are made again: news about rules, drift or the calendar may come twice.",
    "作り直します。ルール、仕様変更、カレンダーの知らせが重複することがあります。",
  ],
  [
    "the history that `yagura why` reads",
    "`yagura why` が読む経過",
    "`yagura why` cannot say everything.",
    "`yagura why` の答えに抜けが出ます。",
  ],
  [
    "the file ({1})",
    "ファイル（{1}）",
    "Look at the disk, and at the database with `yagura verify`.",
    "ディスクを調べ、データベースを `yagura verify` で確認してください。",
  ],
];

export const databaseMessages: readonly Pair[] = [
  [
    `The database ends at entry {1}, or waits to send what was sent, though readers received entries up to {2}: an older copy was put back, or its end is lost. ${epoch}`,
    `データベースの記録は {1} までか、送信済みのものが送信待ちに戻っていますが、購読者は {2} まで受け取っています。古いコピーに戻されたか、終わりの部分が失われています。${epochJa}`,
  ],
  [
    `The database is not the one that readers saw last, up to entry {1}: a copy was put back, or it comes from elsewhere. ${epoch}`,
    `購読者が最後に {1} まで読んだデータベースではありません。コピーに戻されたか、別の場所のものです。${epochJa}`,
  ],
  [
    `A backup was restored that ends at entry {1}; readers received entries of the replaced database up to {2}. ${epoch}`,
    `記録が {1} までのバックアップを復元しました。購読者は、以前のデータベースの {2} まで受け取っています。${epochJa}`,
  ],
  [
    `The servers of the cluster had lost what they had confirmed: the cluster began anew with this database, which ends at entry {1}. ${epoch}`,
    `クラスターのサーバーから確認済みの内容が失われたため、記録が {1} までのこのデータベースで、クラスターを作り直しました。${epochJa}`,
  ],
  [
    "{1}: in use by {2}, or another program keeps it open",
    "{1}：{2} が使用中か、ほかのプログラムが開いています",
  ],
  [
    "{1}: in use by a running monitor (process {2}): stop that one, or give this one a state of its own",
    "{1}：動作中のモニター（プロセス {2}）が使用中です。それを止めるか、別の state を指定してください",
  ],
  ["{1}: in use by {2}", "{1}：{2} が使用中です"],
  ["{1}: the database does not write through ({2})", "{1}：書き込みがディスクまで届きません（{2}）"],
  ["{1}: a database, but not one of Yagura's", "{1}：Yagura のデータベースではありません"],
  [
    "{1}: written by a newer version of Yagura (format {2}, this one knows {3})",
    "{1}：新しい版の Yagura が書いたものです（形式 {2}、この版が読めるのは {3}）",
  ],
  ["{1}: written by an older version of Yagura; {2}", "{1}：以前の版の Yagura が書いたものです。{2}"],
  [
    "{1}: no history there yet; `yagura history fetch` makes one",
    "{1}：過去データはまだありません。`yagura history fetch` で取得できます",
  ],
  ["{1}: it is empty", "{1}：空です"],
  ["{1}: this is {2}, and no file", "{1}：ファイルではありません（{2}）"],
  ["{1}: not there", "{1}：見つかりません"],
  ["{1}: the database is damaged ({2})", "{1}：データベースが損傷しています（{2}）"],
  ["what is stored cannot be read", "保存した内容を読み取れません"],
  ["{1}: cannot be written", "{1}：書き込めません"],
  [
    "{1}: gone while it is open; put it back, or restart Yagura, which then starts again",
    "{1}：使用中にファイルがなくなりました。元に戻すか、Yagura を再起動してください（最初から始めます）",
  ],
  ["{1}: another file than the one that is open", "{1}：開いているものとは別のファイルです"],
  [`{1}: {2}; ${again}`, `{1}：{2}。${againJa}`],
  [`{1}; ${again}`, `{1}。${againJa}`],
  [
    "{1}: its past of {2} comes from {3}, not from {4}; name another file as history.file, or delete this one and fetch it again",
    "{1}：{2} の過去データは {4} ではなく {3} のものです。history.file に別のファイルを指定するか、このファイルを削除して取得し直してください",
  ],
  ["a day is damaged", "損傷した日があります"],
  [
    "records of {1} of about {2} are damaged; `yagura history fetch --since {3}` fetches them again",
    "{1} の {2} ごろのレコードが損傷しています。`yagura history fetch --since {3}` で取得し直せます",
  ],
  [
    "records of {1} are damaged; `yagura history fetch --since {2}` fetches them again",
    "{1} のレコードが損傷しています。`yagura history fetch --since {2}` で取得し直せます",
  ],
  ...damages.flatMap(([what, whatJa, then, thenJa]): Pair[] => [
    [`Damaged in the database: ${what}. ${then}`, `データベースに損傷があります：${whatJa}。${thenJa}`],
    [`Damaged in the database: {1}. ${then}`, `データベースに損傷があります：{1}。${thenJa}`],
  ]),
  ["It was damaged in the database and is not sent.", "データベースの損傷により、送信されません。"],
  ["The machine's clock was set back by {1} s.", "マシンの時計が {1} 秒戻されました。"],
  [
    "The machine's clock was set forward by {1} s, or the machine slept.",
    "マシンの時計が {1} 秒進められたか、マシンがスリープしていました。",
  ],
  [
    "the trading calendar could not be read yet; every weekday counts",
    "取引カレンダーをまだ取得できていません。平日をすべて営業日とみなします",
  ],
  [
    "the trading calendar ends on {1}, {2} trading days ahead, and it cannot be read since {3}; after it every weekday counts",
    "取引カレンダーは {1} まで（あと {2} 営業日）で、{3} から取得できていません。それ以降は平日をすべて営業日とみなします",
  ],
  [
    "the trading calendar ends on {1}, {2} trading days ahead; after it every weekday counts",
    "取引カレンダーは {1} まで（あと {2} 営業日）です。それ以降は平日をすべて営業日とみなします",
  ],
  ["/markets/calendar has no day of the next year", "/markets/calendar に翌年の日がありません"],
  [
    "/markets/calendar: nothing shows which meaning HolDiv has",
    "/markets/calendar：HolDiv の意味が分かりません",
  ],
];

/** What is said of the services' past, and of what it does not tell. */
export const pastMessages: readonly Pair[] = [
  [
    "The forum provides only current ranks, not earlier ones.",
    "掲示板が提供するのは現在の順位だけで、以前の順位はありません。",
  ],
  [
    "nothing is played. The forum provides only current ranks, not earlier ones.",
    "再生しません。掲示板が提供するのは現在の順位だけで、以前の順位はありません。",
  ],
  [
    "The service provides only the current list, not earlier ones.",
    "サービスが提供するのは現在の一覧だけで、以前のものはありません。",
  ],
  [
    "nothing is played. The service provides only the current list, not earlier ones.",
    "再生しません。サービスが提供するのは現在の一覧だけで、以前のものはありません。",
  ],
  [
    "Rows that were corrected in place have the corrected figures: there is no event of the correction.",
    "後から訂正された行は、訂正後の数値です。訂正のイベントはありません。",
  ],
  [
    "Late publications count as if they had been in time.",
    "遅れた公表も、予定どおりに公表されたものとして扱います。",
  ],
  [
    "What the service has withdrawn is missing, as if it had never been there.",
    "サービスが取り下げたものは、初めからなかったことになります。",
  ],
  ["Rows of one publication are in the order of codes.", "1回の公表の行は、コードの順に並びます。"],
  [
    "Names of stocks are those of the list of issues that was fetched, not those of then.",
    "銘柄名は取得した銘柄一覧のもので、当時の名称ではありません。",
  ],
  [
    "Values are current: there are no revisions, and a period has its final value.",
    "値は現在のものです。改定はなく、各期の値は確定後のものです。",
  ],
  [
    "When a period came out is an estimate: as many business days after its end as the newest one, at most 120, and on the next business day where periods are days.",
    "各期の公表日は推定です。期末から最新の期と同じ営業日数（最大120日）の後、日次の系列では翌営業日とします。",
  ],
  [
    "A value that came later than its period comes with the period.",
    "後から公表された値も、その期とともに現れます。",
  ],
  [
    "Current series exist throughout: there are no events of added or removed series.",
    "現在の系列は初めからあるものとします。系列の追加や削除のイベントはありません。",
  ],
  [
    "Comments have their current text and votes: there are no events of edits and votes.",
    "コメントの本文と投票数は現在のものです。編集と投票のイベントはありません。",
  ],
  [
    "Removed comments are missing, and so are their removals.",
    "削除されたコメントと、削除のイベントはありません。",
  ],
  [
    "The top stocks of past rankings are not known: there are no events of `fromRanking`.",
    "過去のランキングの上位銘柄は分からないため、`fromRanking` によるイベントはありません。",
  ],
  [
    "Trading days are not known: every weekday counts as one.",
    "営業日が分からないため、平日をすべて営業日とみなします。",
  ],
  ["{1} is missing, not fetched", "{1} がありません（未取得）"],
  ["{1} is missing, refused by its service: {2}", "{1} がありません（サービスが拒否：{2}）"],
  ["{1} to {2} is missing, not fetched", "{1}〜{2} がありません（未取得）"],
  ["{1} to {2} is missing, refused by its service: {3}", "{1}〜{2} がありません（サービスが拒否：{3}）"],
  ["{1} days from {2} to {3} are missing, not fetched", "{2}〜{3} のうち{1}日分がありません（未取得）"],
  [
    "{1} days from {2} to {3} are missing, refused by its service: {4}",
    "{2}〜{3} のうち{1}日分がありません（サービスが拒否：{4}）",
  ],
  [
    "{1} days ({2}) from {3} to {4} are missing, not fetched",
    "{3}〜{4} のうち{1}日分（{2}）がありません（未取得）",
  ],
  [
    "{1} days ({2}) from {3} to {4} are missing, refused by its service: {5}",
    "{3}〜{4} のうち{1}日分（{2}）がありません（サービスが拒否：{5}）",
  ],
];
