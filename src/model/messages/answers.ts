/** Refusals of answers to alerts, of calls of the page and of readers of the feed, in English and Japanese. */
import type { Pair } from "../language.ts";

export const answerMessages: readonly Pair[] = [
  ["there is no alert {1} on the log, which is empty", "アラート {1} は記録にありません。記録は空です"],
  [
    "there is no alert {1} on the log, which is kept from #{2} to #{3}",
    "アラート {1} は記録にありません。記録にあるのは #{2} から #{3} までです",
  ],
  ["#{1} is no alert, but {2}", "#{1} はアラートではなく {2} です"],
  ["alert #{1} is resolved already", "アラート #{1} はすでに終了しています"],
  ["nobody has said what alert #{1} was worth", "アラート #{1} が役に立ったかどうかの回答はまだありません"],
  [
    'how much it may grow is a share such as 20%, not "{1}"',
    "どれだけ変わるまでかは 20% のような割合で書きます（{1} は違います）",
  ],
  [
    "alert #{1} has no number that could grow: say how long instead",
    "アラート #{1} には変化を待てる数値がありません。期間を指定してください",
  ],
  [
    "the number of alert #{1} is 0: say how long instead",
    "アラート #{1} の数値は 0 です。期間を指定してください",
  ],
  [
    "a number that falls falls by less than 100%, not by {1}%",
    "下がる数値の割合は 100% 未満です（{1}% は違います）",
  ],
  [
    "it is about one open alert, and no open alert matches: name one by its number",
    "対象は継続中のアラート1件ですが、条件に合うものがありません。番号で指定してください",
  ],
  [
    "it is about one open alert, and {1} open alerts match: name one by its number",
    "対象は継続中のアラート1件ですが、条件に合うものが {1} 件あります。番号で指定してください",
  ],
  ["what it is about, character {1}: {2} ({3})", "条件の {1} 文字目：{2}（{3}）"],
  ["what it is about, character {1}: {2}", "条件の {1} 文字目：{2}"],
  [
    "say why, for those who miss the alerts: `because`",
    "通知が届かない人のために、理由を `because` に書いてください",
  ],
  [
    "{1} silences are set: end some before you add one",
    "通知停止が {1} 件設定されています。追加する前に、どれかを解除してください",
  ],
  ["say how long, by one of `for` and `until`", "いつまでかを `for` か `until` で指定してください"],
  ["its end is in the past", "終了時刻が過去です"],
  ["a silence lasts at most {1} days", "通知停止は最長 {1} 日です"],
  [
    '`for` takes a length of time such as 30m, 3h, 2d or 1bd, not "{1}"',
    "`for` には 30m、3h、2d、1bd のような期間を書きます（{1} は違います）",
  ],
  [
    '`until` takes a time such as {1}, or a day, not "{2}"',
    "`until` には {1} のような日時か、日を書きます（{2} は違います）",
  ],
  [
    "no silence {1} is set: `yagura silence list` shows those that are",
    "通知停止 {1} は設定されていません。設定中のものは `yagura silence list` で確認できます",
  ],
  ["{1} takes a time such as {2}", "{1} には {2} のような時刻を書きます"],
  // Calls that the page makes.
  [
    "many ask why just now: try again in a moment",
    "理由の問い合わせが集中しています。少し待ってからもう一度試してください",
  ],
  ["other tries are under way: wait for them", "ほかの試行が実行中です。終わるまで待ってください"],
  ["the body: is wrong", "呼び出しの本文が正しくありません"],
  ["the body: {1}", "呼び出しの本文：{1}"],
  ["{1}: is wrong", "{1} が正しくありません"],
  ["the call: is wrong", "呼び出しが正しくありません"],
  ["the call: {1}", "呼び出しの誤り：{1}"],
  ["there is none", "ありません"],
  [
    "{1} has changed meanwhile: read the rule again, and make the edit there",
    "{1} はその間に変更されました。ルールを読み直して、もう一度編集してください",
  ],
  ["it cannot be done: {1}", "実行できません：{1}"],
  ["this delivery is no longer kept", "この配信の記録はもう残っていません"],
  ["it waits to be sent already", "すでに送信を待っています"],
  ["a test message to this address is under way", "このアドレスへのテストメッセージを送信中です"],
  ["the settings have no such address", "設定にこのアドレスはありません"],
  ["the service has no such paper", "サービスにこの書類はありません"],
  ["there is no such rule", "このルールはありません"],
  ["the settings turn this rule on or off, at {1}", "このルールの有効・無効は設定で決まっています（{1}）"],
  [
    "{1}: the rule cannot be found there, or the file has a mistake; edit it by hand",
    "{1}：ルールが見つからないか、ファイルに誤りがあります。直接編集してください",
  ],
  [
    "{1}: somebody has just saved this file: look again",
    "{1}：このファイルは、ほかの人が保存したばかりです。読み直してください",
  ],
  ["a code is added or removed", "コードは追加するか外すかのどちらかです"],
  ["no series {1} is known", "系列 {1} はありません"],
  ["a day is written YYYY-MM-DD", "日は YYYY-MM-DD の形で書きます"],
  ["no service that knows stocks is watched", "銘柄を調べられるサービスが設定にありません"],
  ["no answer within {1} s", "{1} 秒以内に応答がありません"],
  ["the request was stopped", "要求は中止されました"],
  ["internal error", "内部エラーです"],
  ["ask when the answer before is read", "前の応答を読み終えてから問い合わせてください"],
  ["send application/json", "application/json で送ってください"],
  ["send at most {1} bytes", "送れるのは {1} バイトまでです"],
  ["the body is not JSON", "本文が JSON ではありません"],
  ["send a token as text", "トークンを文字列で送ってください"],
  ["A token is needed.", "トークンが必要です。"],
  [
    "This token may read, and not act on the monitor.",
    "このトークンは閲覧専用で、モニターを操作できません。",
  ],
  [
    "Only the page that signed in may act: sign in again.",
    "操作できるのはサインインしたページだけです。もう一度サインインしてください。",
  ],
  ["Too many wrong tokens came from this address.", "このアドレスから間違ったトークンが多すぎます。"],
  ["this is no device", "端末の登録ではありません"],
  [
    "this is not what a browser signs up with, or its push service is not allowed here",
    "ブラウザーの登録内容ではないか、このプッシュサービスは許可されていません",
  ],
  ["there is no recipient {1} under `push`", "`push` に {1} という宛先はありません"],
  [
    "{1} devices are signed up for {2}: sign one of them off",
    "{2} には端末が {1} 台登録されています。どれかの登録を解除してください",
  ],
  // Polls and fetches that are asked for.
  ["the monitor watches no such source", "この情報源は監視していません"],
  ["a poll of {1} is under way", "{1} は取得中です"],
  [
    "the service asked to be left alone for another {1} s",
    "サービスの求めにより、あと {1} 秒はアクセスを控えます",
  ],
  ["{1} cannot be polled now", "{1} は今は取得できません"],
  [
    "send {since, until, sources}: texts, and a list of names",
    "{since, until, sources} を、文字列と名前のリストで送ってください",
  ],
  ["a fetch of the past is under way", "過去データを取得中です"],
  ["no fetch of the past is under way", "過去データの取得は行われていません"],
  [
    "the monitor that fetched has stopped; what was fetched stays, and the same call goes on with the rest",
    "取得していたモニターが停止しました。取得済みの分は残り、もう一度実行すると続きから再開します",
  ],
  ["nothing of {1} is held", "{1} に隔離中のデータはありません"],
  ["{1}; the next poll goes on with the rest", "{1}。残りは次の取得で続けます"],
  ["the test lets this poll fail", "テストにより、この取得は失敗します"],
  [
    "what answers at {1} is no monitor, or another version of it",
    "{1} で応答しているのは、モニターではないか、別の版です",
  ],
  ["no answer from {1}: {2}", "{1} から応答がありません：{2}"],
  ["its database cannot be written", "データベースに書き込めません"],
  // Readers of the feed.
  [
    "the feed wants a token, or another one (401): --token, or YAGURA_TOKEN",
    "フィードにはトークンが必要か、トークンが違います（401）：--token または YAGURA_TOKEN",
  ],
  ["the feed wants a token, or another one (401)", "フィードにはトークンが必要か、トークンが違います（401）"],
  ["the feed refuses this Host or Origin (403)", "フィードはこの Host か Origin を受け付けません（403）"],
  ["connection failed", "接続できませんでした"],
  ["closed", "接続が閉じられました"],
  ["silent", "応答がなくなりました"],
  ["name a consumer: `name`", "名前付き購読者を `name` で指定してください"],
  [
    "there is no such consumer: `yagura consumers list` shows those that are",
    "この名前付き購読者はありません。一覧は `yagura consumers list` で確認できます",
  ],
  [
    "the places of {1} consumers are kept, at most {2} of one token or address, and this one is not among them",
    "保存する位置は {1} 件まで（1つのトークンかアドレスでは {2} 件まで）で、この名前付き購読者は含まれません",
  ],
  [
    "this consumer belongs to another token, or you showed none: a session has no consumers",
    "この名前付き購読者は別のトークンのものか、トークンがありません。サインインだけでは使えません",
  ],
  [
    "{1} may have {2} characters together, and 100 count for each besides",
    "{1}：合わせて {2} 文字までです（1つにつき100文字を加えて数えます）",
  ],
  [
    "this connection's conditions may have {1} characters together, and 100 count for each besides",
    "この接続の条件は合わせて {1} 文字までです（1つにつき100文字を加えて数えます）",
  ],
  [
    "the conditions of all subscribers may have {1} characters together, and 100 count for each besides",
    "すべての購読者の条件は合わせて {1} 文字までです（1つにつき100文字を加えて数えます）",
  ],
  ["there is no subscription with this id", "この id の購読はありません"],
  ["a connection holds at most {1} subscriptions", "1つの接続の購読は {1} 件までです"],
  ["there is a subscription with this id", "この id の購読はすでにあります"],
  ["the settings have no watchlist {1}", "設定にウォッチリスト {1} はありません"],
  ["not a JSON object", "JSON のオブジェクトではありません"],
  ["no type", "type がありません"],
  ["unknown type {1}; clients send {2}", "{1} という type はありません。クライアントが送るのは {2} です"],
];
