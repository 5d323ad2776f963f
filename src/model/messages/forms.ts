/** Messages about the form of files and of single values, and about the settings, in English and Japanese; {1} stands for a word of the file. */
import type { Pair } from "../language.ts";

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
  [
    "this takes a time such as {1}, { week: friday, at: {2} } or { month: 5bd, at: {3} }",
    "ここには {1} のような時刻か、{ week: friday, at: {2} }、{ month: 5bd, at: {3} } を書きます",
  ],
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

export const settings: readonly Pair[] = [
  ["`{1}` is no digest", "`{1}` はダイジェストの時刻ではありません"],
  ["`{1}` is no set of records", "`{1}` はデータの種類ではありません"],
  [
    "a digest sends all alerts of the route together",
    "ダイジェストは、振り分けに一致したすべてのアラートをまとめて通知します",
  ],
  ["this token is empty", "このトークンは空です"],
  ["set what it comes from, or remove the entry", "値の取り出し元を設定するか、この項目を消してください"],
  ["this is no origin; one looks like {1}", "オリジンではありません。例：{1}"],
  [
    "the login of the mail server has no user or no password",
    "メールサーバーのログインにユーザー名かパスワードがありません",
  ],
  [
    "a token of fewer than {1} characters can be guessed",
    "{1} 文字より短いトークンは推測されるおそれがあります",
  ],
  ["make one: {1}", "作り方：{1}"],
  [
    "this token is in `{1}`, too: whoever reads with it may act",
    "このトークンは `{1}` にもあります。これで閲覧する人は操作もできます",
  ],
  ["give operators a token of their own", "操作する人には別のトークンを決めてください"],
  [
    "everybody who reaches this address may {1}: no token is needed",
    "トークンがないため、このアドレスに届く人は誰でも利用できます（{1}）",
  ],
  ["set `{1}`", "`{1}` を設定してください"],
  [
    "requests to market have no key: `{1}` is missing or empty",
    "market への要求にキーが付きません。`{1}` がないか、空です",
  ],
  ["`{1}` has no address: nobody gets its mails", "`{1}` にはアドレスがなく、メールは誰にも届きません"],
  ["a host that others can reach needs `tokens`", "外から届くホストには `tokens` が必要です"],
  [
    "a query takes either `{1}` or `{2}` and `{3}`",
    "問い合わせには `{1}` か、`{2}` と `{3}` のどちらかを書きます",
  ],
  ["a secret is {1} and {2} random bytes in base64: {3}", "秘密は {1} と、base64 の乱数 {2} バイトです：{3}"],
  [
    "a source's name has up to 50 small letters, digits and -",
    "情報源の名前は、小文字、数字、- で 50 字までです",
  ],
  [
    "a stock code has 4 or 5 digits or capital letters, such as {1}",
    "銘柄コードは 4 または 5 桁の数字か大文字です。例：{1}",
  ],
  ["expected a code of 4 or 5 characters", "4 または 5 文字のコードが必要です"],
  ["no stock has the code `{1}`", "`{1}` というコードの銘柄はありません"],
  ["a watch takes either `{1}` or `{2}`", "監視対象には `{1}` か `{2}` のどちらかを書きます"],
  ["a window needs hours: {1}", "通知しない時間帯には時間が必要です：{1}"],
  ["this source takes `{1}` or `{2}`", "この情報源には `{1}` か `{2}` を書きます"],
  ["the environment does not set {1}", "環境変数 {1} が設定されていません"],
  [
    "the receiver has no digest: set its times in `digest`",
    "この宛先にはダイジェストがありません。いつ届けるかを `digest` に書いてください",
  ],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written in the settings
  ["this ${ has no }", "この ${ には } がありません"],
  ["this is none of {1}", "{1} のどれでもありません"],
  [
    "this has no publication of a day: nothing of it could be due",
    "これには日ごとの公表がなく、期限になるものがありません",
  ],
  ["this is no database; one is named like {1}", "データベースではありません。例：{1}"],
  ["this is no mail address; one looks like {1}", "メールアドレスではありません。例：{1}"],
  ["this is no sender; one looks like {1}", "差出人ではありません。例：{1}"],
  [
    "this is no schedule: it takes six fields (second minute hour day month weekday), such as {1}",
    "予定ではありません。6つの項目（秒 分 時 日 月 曜日）で書きます。例：{1}",
  ],
  [
    "this is no time: leave `between` out for whole days",
    "時間がありません。終日なら `between` を書かないでください",
  ],
  ["this is the time of one before it", "前のものと同じ時刻です"],
  [
    "this must be an address such as {1}, without a login before its host",
    "{1} のようなアドレスにし、ホストの前にログインを書かないでください",
  ],
  [
    "this must be an http or https address with or without a path, such as {1}",
    "http か https のアドレスでなければなりません。例：{1}",
  ],
  [
    "this must be an http or https address, or the word simulated",
    "http か https のアドレス、または simulated でなければなりません",
  ],
  [
    "this must be smtp://user:password@host:port, smtps://... or file:FOLDER",
    "smtp://user:password@host:port、smtps://...、file:FOLDER のどれかでなければなりません",
  ],
  ["this says no hours: it takes {1}", "時間が書かれていません。書けるのは {1} です"],
  [
    "this takes today, yesterday, a day such as {1} weekdays",
    "today、yesterday、または {1} の営業日を書きます",
  ],
  ["the settings have no recipient `{1}`", "設定に宛先 `{1}` がありません"],
];
