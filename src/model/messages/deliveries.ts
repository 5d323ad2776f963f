/** What is said of a test message on its way to a mail server or a service, and of a digest, in English and Japanese. */
import type { Pair } from "../language.ts";

/** What was read and sent since the last digest. */
export const digestMessages: readonly Pair[] = [
  ["No message was sent since {1}.", "{1}以降、送信した通知はありません。"],
  [
    "No message was sent since {1}, and no rule fired.",
    "{1}以降、送信した通知はありません。アラートも出ていません。",
  ],
  ["Alerts since {1}: {2}; messages sent: {3}.", "{1}以降のアラートは{2}件、送信した通知は{3}件です。"],
  [
    "Polls: {1}, failed: {2}. Changes: {3}, about your stocks: {4}.",
    "取得{1}回、失敗{2}回。変化は{3}件、うちウォッチリストの銘柄は{4}件です。",
  ],
  ["{1}: polls {2}, failed {3}, never read", "{1}：取得{2}回、失敗{3}回、まだ取得できていません"],
  ["{1}: polls {2}, failed {3}, last read {4}", "{1}：取得{2}回、失敗{3}回、最終取得 {4}"],
  [
    "{1}: polls {2}, failed {3}, newest publication {4}, never read",
    "{1}：取得{2}回、失敗{3}回、最新の公表日 {4}、まだ取得できていません",
  ],
  [
    "{1}: polls {2}, failed {3}, newest publication {4}, last read {5}",
    "{1}：取得{2}回、失敗{3}回、最新の公表日 {4}、最終取得 {5}",
  ],
];

const trust =
  "mails are sent once it has one that this machine trusts, or with ?tls.rejectUnauthorized=false, which trusts any";
const trustJa =
  "このマシンが信頼する証明書になれば送信します。?tls.rejectUnauthorized=false を付けると、どの証明書も信頼します";

export const deliveryMessages: readonly Pair[] = [
  ["nobody listens at this host and port", "このホストとポートでは何も待ち受けていません"],
  ["the name of the mail server is not known", "メールサーバーの名前が見つかりません"],
  [
    "the mail server does not know this kind of login",
    "メールサーバーはこの方式のログインに対応していません",
  ],
  ["the mail server refuses the login", "メールサーバーがログインを拒否しました"],
  [
    `the mail server's certificate has expired; ${trust}`,
    `メールサーバーの証明書の期限が切れています。${trustJa}`,
  ],
  [
    `the mail server's certificate is not valid yet; look at the clocks, or ${trust}`,
    `メールサーバーの証明書はまだ有効ではありません。時計を確かめてください。または、${trustJa}`,
  ],
  [
    "the mail server's certificate is for another name; write the name that it is for in the address of the mail server",
    "メールサーバーの証明書は別の名前のものです。証明書の名前をメールサーバーのアドレスに書いてください",
  ],
  [
    `the mail server's certificate is not vouched for by anyone but itself; ${trust}`,
    `メールサーバーの証明書は自己署名です。${trustJa}`,
  ],
  [
    `the mail server's certificate is not vouched for by anyone known here; ${trust}`,
    `メールサーバーの証明書を発行した認証局が、このマシンでは信頼されていません。${trustJa}`,
  ],
  [
    "the mail server does not begin with TLS at this port; with smtp:// the connection is encrypted after it began (587), with smtps:// from the beginning (465)",
    "このポートは最初から TLS では始まりません。smtp:// では接続してから暗号化し（587）、smtps:// では最初から暗号化します（465）",
  ],
  [
    "the mail server begins with TLS at this port, and smtp:// does not: write smtps://",
    "このポートは最初から TLS で始まります。smtp:// ではなく smtps:// と書いてください",
  ],
  [
    "the mail server and this program have no form of TLS in common; the server's may be too old",
    "メールサーバーと共通の TLS がありません。サーバーの TLS が古すぎる可能性があります",
  ],
  [
    "the mail server did not greet; a port that begins with TLS (465) is silent to smtp:// and wants smtps://",
    "メールサーバーから応答がありません。最初から TLS のポート（465）では、smtp:// ではなく smtps:// と書きます",
  ],
  [
    "the mail server offers TLS and cannot begin it; nothing is sent without it",
    "メールサーバーは TLS に対応していると答えましたが、開始できません。TLS なしでは送信しません",
  ],
  [
    "the mail server offers no TLS; a login goes over TLS only, and everything where the settings ask for it, unless the address of the mail server ends with ?requireTLS=false",
    "メールサーバーは TLS に対応していません。ログインは TLS の上でだけ行います。設定が求めていれば、送信もすべて同じです。メールサーバーのアドレスの末尾に ?requireTLS=false を付けると、この制限を外します",
  ],
  ["the mail server refuses the sender {1}: {2}", "メールサーバーが差出人 {1} を拒否しました：{2}"],
  ["the mail server refuses the address {1}: {2}", "メールサーバーが宛先 {1} を拒否しました：{2}"],
  ["the mail server refuses the mail itself: {1}", "メールサーバーがメールの内容を拒否しました：{1}"],
  [
    "the mail server does not take the sender {1}: {2}",
    "メールサーバーが差出人 {1} を今は受け付けません：{2}",
  ],
  [
    "the mail server does not take the address {1}: {2}",
    "メールサーバーが宛先 {1} を今は受け付けません：{2}",
  ],
  [
    "the mail server does not take the mail itself: {1}",
    "メールサーバーがメールの内容を今は受け付けません：{1}",
  ],
  ["the recipient is not one bare address", "宛先は一つのメールアドレスでなければなりません"],
  ["not encrypted", "暗号化なし"],
  ["encrypted from the beginning with {1}", "最初から {1} で暗号化"],
  ["encrypted after the greeting with {1}", "接続後に {1} で暗号化"],
  [
    "encrypted from the beginning with {1}, its certificate not looked at",
    "最初から {1} で暗号化（証明書は確認していません）",
  ],
  [
    "encrypted after the greeting with {1}, its certificate not looked at",
    "接続後に {1} で暗号化（証明書は確認していません）",
  ],
  ["without a login", "ログインなし"],
  ["logged in as {1} by a password", "{1} としてパスワードでログイン"],
  ["logged in as {1} by OAuth2", "{1} として OAuth2 でログイン"],
  ["{1} to {2}, encrypted", "{2} へ {1} で送信、暗号化あり"],
  ["{1} to {2}, not encrypted", "{2} へ {1} で送信、暗号化なし"],
  [
    "the settings name a login, and the mail server never asked for one: it was not tried",
    "設定にログインがありますが、メールサーバーが求めなかったため、使いませんでした",
  ],
  [
    "the login went over a connection that is not encrypted: whoever stands between can read it",
    "暗号化されていない接続でログインしました。途中の経路で読み取られるおそれがあります",
  ],
  ["written to {1}", "{1} に書き込みました"],
  ["not an answer of Slack: {1}", "Slack の応答ではありません：{1}"],
  ["not an answer of the service: {1}", "サービスの応答ではありません：{1}"],
  ["204: there is no service under this key and tag", "204：このキーとタグのサービスがありません"],
  ["{1}: not every service took it", "{1}：一部のサービスが受け付けませんでした"],
  ["taken before, as {1}", "{1} として受付済みです"],
  ["no end after the longest time allowed", "許された時間内に終わりませんでした"],
  ["{1}: cannot be written ({2})", "{1} に書き込めません（{2}）"],
  ["the settings have no target {1} any more", "設定に {1} という送信先がもうありません"],
  [
    "it was made as {1}, and the target has another format now",
    "{1} の形式で作成されましたが、送信先の形式が変わっています",
  ],
  [
    "the token service {1} answers without an access token",
    "トークンの発行元 {1} の応答にアクセストークンがありません",
  ],
  [
    "the token service of the mail account gives no answer: {1}",
    "メールアカウントのトークンの発行元が応答しません：{1}",
  ],
  ["there is no target {1}", "{1} という送信先はありません"],
  [
    "no device is signed up for it: open the page on the device, then Settings",
    "登録された端末がありません。端末でページを開き、「設定」で登録してください",
  ],
  ["not to: {1}", "届かなかった端末：{1}"],
  ["the device is no longer signed up", "端末の登録は終了しています"],
  [
    "its push service is inside a network; `push.allowPrivate` allows that",
    "プッシュサービスがネットワークの中にあります。`push.allowPrivate` で許可できます",
  ],
  ["the host's name is not known", "ホスト名が見つかりません"],
  ["there is no way to this host", "このホストに届く経路がありません"],
  ["the host did not take the connection in time", "ホストが時間内に接続を受け付けませんでした"],
  ["the service did not begin its answer in time", "サービスが時間内に応答を始めませんでした"],
  ["the headers of the answer are too long", "応答のヘッダーが長すぎます"],
  [
    "the answer has another length than the service announced",
    "応答の長さが、サービスの示した長さと違います",
  ],
  [
    "the service broke the connection off before its answer was whole",
    "応答が終わる前に、サービスが接続を切りました",
  ],
  ["the compressed answer was cut on its way", "圧縮された応答が途中で切れました"],
  [
    "the compressed answer was damaged on its way: it does not match its check sum",
    "圧縮された応答が途中で壊れました。チェックサムが合いません",
  ],
  ["the answer is not compressed as its headers say", "応答がヘッダーの示す形式で圧縮されていません"],
  ["the compressed answer cannot be unpacked", "圧縮された応答を展開できません"],
  ["the answer is not HTTP", "応答が HTTP ではありません"],
  ["the service's certificate has expired", "サービスの証明書の期限が切れています"],
  [
    "the service's certificate is not valid yet; look at the clocks",
    "サービスの証明書はまだ有効ではありません。時計を確かめてください",
  ],
  ["the service's certificate is for another name", "サービスの証明書は別の名前のものです"],
  [
    "the service's certificate is not vouched for by anyone known here; NODE_EXTRA_CA_CERTS names a file of further authorities",
    "サービスの証明書を発行した認証局が、このマシンでは信頼されていません。NODE_EXTRA_CA_CERTS で認証局のファイルを追加できます",
  ],
  [
    "the service does not speak TLS at this port; https:// wants it from the beginning",
    "このポートは TLS ではありません。https:// は最初から TLS で始めます",
  ],
  ["the service has no form of TLS in common with this program", "サービスと共通の TLS がありません"],
];
