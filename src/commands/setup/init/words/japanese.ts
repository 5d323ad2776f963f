/** Questions and answers of the setup in Japanese. */
import type { ChatsWords, Words } from "./english.ts";

// What the setup says of chats in Japanese.

const noAddress = "アドレスではありません。https:// で始まります。";

const japaneseChats: ChatsWords = {
  slack: {
    name: "Slack",
    help: "Slack には Incoming Webhook で送ります。\n1. api.slack.com/apps で、ワークスペースにアプリを作ります（From scratch）。\n2. アプリの Incoming Webhooks をオンにし、チャンネルに Webhook を追加します。\n3. Webhook URL をコピーします：https://hooks.slack.com/services/…",
    hint: "Webhook やチャンネルが削除されていないか確かめてください。作り直すと URL も変わります。",
    settings: [{ key: "url", question: "Slack の Webhook URL（表示されません）", mistake: noAddress }],
  },
  discord: {
    name: "Discord",
    help: "Discord にはチャンネルのウェブフックで送ります。\n1. チャンネルの編集から「連携サービス」「ウェブフック」を開きます。\n2. ウェブフックを作り、URL をコピーします：https://discord.com/api/webhooks/…",
    hint: "ウェブフックが削除されていないか、URL が途中で切れていないか確かめてください。",
    settings: [{ key: "url", question: "Discord のウェブフック URL（表示されません）", mistake: noAddress }],
  },
  line: {
    name: "LINE",
    help: "LINE には、LINE公式アカウントの Messaging API で送ります（LINE Notify は終了しました）。\n1. LINE公式アカウントを作り、設定で Messaging API を有効にします。\n2. LINE Developers コンソールでそのチャネルを開き、「Messaging API設定」の「チャネルアクセストークン（長期）」を発行します。\n3. 「チャネル基本設定」の「あなたのユーザーID」（U で始まる33文字）を控えます。@ で始まる LINE ID ではありません。\n4. スマートフォンの LINE で、その公式アカウントを友だちに追加します。追加していないと届きません。",
    hint: "トークンは「Messaging API設定」の長期のものです（チャネルシークレットではありません）。ID は同じチャネルの「あなたのユーザーID」です。公式アカウントを友だちに追加したかも確かめてください。",
    settings: [
      {
        key: "token",
        question: "チャネルアクセストークン（長期。表示されません）",
        mistake: "チャネルアクセストークンではありません。170文字ほどの英数字です。",
      },
      {
        key: "to",
        question: "送り先：「あなたのユーザーID」、またはグループ・トークルームの ID",
        mistake:
          "ID ではありません。U（ユーザー）、C（グループ）、R（トークルーム）と、0〜9・a〜f の32文字です。",
      },
    ],
  },
  telegram: {
    name: "Telegram",
    help: "Telegram にはボットから送ります。\n1. @BotFather に /newbot と送ると、ボットのトークンが返ってきます。\n2. ボットに何か一言送るか、ボットをグループに加えます。\n3. ブラウザーで https://api.telegram.org/botトークン/getUpdates を開き、chat の id を控えます。グループの番号は - で始まります。",
    hint: "ボットから先に話しかけることはできません。ボットに一言送りましたか？ グループの番号は - で始まります。",
    settings: [
      {
        key: "token",
        question: "ボットのトークン（表示されません）",
        mistake: "ボットのトークンではありません。123456:ABC-DEF… のような形です。",
      },
      {
        key: "chat",
        question: "チャットの番号、または @ と公開チャンネルの名前",
        mistake: "チャットの番号ではありません。123456789 や -1001234567890、または @channel です。",
      },
    ],
  },
  ntfy: {
    name: "ntfy（スマートフォン）",
    help: "ntfy はスマートフォンに通知します。\n1. yagura-4f9c2a71 のような、人に当てられないトピック名を決めます。知っている人は誰でも読めます。\n2. ntfy のアプリを入れ、そのトピックを購読します。",
    hint: "アプリと同じサーバーですか？ ほかの人が予約したトピックではありませんか？",
    settings: [
      {
        key: "topic",
        question: "トピック（表示されません）",
        mistake: "トピックは英数字と _ と - で、64文字までです。",
      },
      { key: "url", question: "ntfy サーバーのアドレス", mistake: noAddress, usual: "https://ntfy.sh" },
    ],
  },
  apprise: {
    name: "Apprise（そのほかのサービス）",
    help: "自分で動かす Apprise API を通して、Yagura が直接送れないサービスにも送れます。\n1. Apprise API を動かし、送り先のサービスをキーの名前で登録します。\n2. アドレスは http://127.0.0.1:8000/notify/キー です。",
    hint: "Apprise API は動いていますか？ そのキーにサービスが登録されていますか？",
    settings: [
      {
        key: "url",
        question: "Apprise API のアドレス（キーまで。表示されません）",
        mistake: "アドレスではありません。http://127.0.0.1:8000/notify/キー のような形です。",
      },
    ],
  },
};

const services = {
  market: "市場データ",
  forum: "掲示板",
  statistics: "統計",
};

const listed: (stocks: Parameters<Words["watching"]>[0]) => string = (stocks) =>
  stocks.map(({ code, name }) => (name === undefined ? code : `${code} ${name}`)).join("、");

export const japaneseSetup: Words = {
  title: "Yagura（櫓）の設定",
  cancelled: "中止しました。何も書き込んでいません。",
  terminal: { yes: "はい", no: "いいえ", pickHint: "スペースで選択、Enter で決定" },
  noTerminal: (options) =>
    `端末がないため質問できず、次の答えもありません：${options}。--yes を付けると、すべて既定値にします`,
  whatNow: "どうしますか？",
  again: "答え直す",
  keep: "このままにする",
  later: "今は決めない（`yagura init` でいつでも答えられます）",
  willWrite: (folder) => `ファイルは ${folder} に置きます。最後の質問まで何も書き込みません。`,
  isThere: (file) => `${file} があります。今の答えを表示し、変えた答えだけを書き換えます。`,
  hasMistakes: (file, mistakes) =>
    `${file} に誤りがあるため、そのまま残します。答えは隣の新しいファイルに書きます。\n${mistakes}`,
  keys: "Esc で前の質問に戻り、Ctrl-C で中止します。",
  about: {
    market:
      "市場データは、JPX（日本取引所グループ）の J-Quants API（V2）です。日々公表銘柄と空売り残高報告を読みます。アカウントの作成、プランの選択、API キーの発行は https://jpx-jquants.com/ で行います。プランごとにできること：\n  free      どちらも読めません。データは12週間遅れです（お試し用）\n  light     どちらも読めません\n  standard  どちらもその日のうちに読めます\n  premium   standard に加え、1分あたりの回数が増えます\n利用規約：個人の私的利用に限られ、データを第三者に渡すことはできません。",
    forum:
      "掲示板は、Yahoo!ファイナンスの掲示板です。利用規約は、許可のない自動的な読み取りを認めていません。許可を得ていると答えるまで、オフのままにします。",
    statistics:
      "統計は、日本銀行の時系列統計データ検索サイトです。アカウントは要りません。このデータを使ったものを公表するときは、出典を示すよう日本銀行が求めています。",
  },
  services: {
    market: "市場データ（JPX の J-Quants API）：アカウントをお持ちですか？",
    forum: "掲示板（Yahoo!ファイナンス）の投稿とランキング：使いますか？",
    statistics: "統計（日本銀行の時系列統計）：使いますか？",
  },
  forumLeave: "掲示板をプログラムで読むことについて、運営者の許可を得ていますか？",
  forumLeaveMissing:
    "掲示板の利用規約は、許可のない自動的な読み取りを認めていません。許可を得ていれば --forum-leave、得ていなければ --no-forum-leave を指定してください",
  forumOff: "許可がないため、掲示板はオフのままにします。問い合わせは行いません。",
  kinds: {
    real: "はい（本物のサービスを使う）",
    simulated: "あとで（今は架空のデータで試す）",
    none: "使わない",
  },
  address: {
    market: "市場データのアドレス（最後はバージョン）",
    forum: "掲示板サイトのアドレス（パスは付けない）",
    statistics: "統計サービスのアドレス",
  },
  noAddress: "アドレスではありません。https:// か http:// で始まります。",
  key: "API キー（表示されません）",
  keyOrKeep: "API キー（表示されません。空なら今のまま）",
  whichPlan: "このキーで日々公表銘柄と空売り報告を読めます。プランはどれですか？",
  plans: {
    free: "free",
    light: "light",
    standard: "standard（1分に120回）",
    premium: "premium（1分に500回）",
  },
  trying: (service) => `${services[service]}に問い合わせています…`,
  answers: (service) => `応答がありました：${services[service]}`,
  marketAnswers: (plan) =>
    `キーは有効です。日々公表銘柄と空売り報告を読めます。問い合わせの回数は ${plan} に合わせます。`,
  lacks: (sources) =>
    `このアカウントでは ${sources.join("、")} を使えないため、外しました。追加契約をしたら \`yagura init\` をもう一度実行してください。`,
  planTooLow: (plan) =>
    `キーは有効ですが、プラン ${plan} では日々公表銘柄も空売り報告も読めないため、外しました。プランを変えたら \`yagura init\` をもう一度実行してください。`,
  notAsked: {
    simulated: (service) => `今は架空のデータ：${services[service]}`,
    none: (service) => `使わない：${services[service]}`,
  },
  verdicts: {
    allowed: "応答がありました",
    simulated: "架空のデータです",
    "key-refused": "キーが受け付けられません。アカウントのページからもう一度コピーしてください。",
    "no-plan":
      "アカウントにプランがありません。サービスのページで申し込んでください（初めは無料のもので十分です）。",
    "plan-too-low": "プランの対象外です。",
    "key-or-plan": "キーかプランが拒否されました。どちらかはわかりません。",
    "no-such-call": "このアドレスには該当する機能がありません。最後は …/v2 のようなバージョンですか？",
    failed: "使える応答がありません。アドレスとネットワークを確かめてください。",
  },
  stocks: "気になる銘柄は？ コードか名前を、カンマ区切りで",
  stocksByCode: "気になる銘柄は？ コードを、カンマ区切りで",
  whichStocks: (asked) => `「${asked}」に当たる銘柄が複数あります。どれですか？`,
  unclearStocks: (asked, found) => `「${asked}」に当たる銘柄が複数あります：${listed(found)}`,
  noStocks: (unknown, isListed) =>
    isListed
      ? `銘柄一覧にありません：${unknown.join("、")}`
      : `銘柄コードではありません：${unknown.join("、")}。コードは 7203 や 130A のような4文字です。`,
  noStock: "銘柄が1つ以上必要です。メールはその銘柄について届きます。",
  watching: (stocks) => `銘柄：${listed(stocks)}`,
  mailTo: "アラートを送るメールアドレス（空ならメールは送らず、フォルダーに残します）",
  mailExample: "you@example.jp",
  mailServer: "メールサーバー（空なら送らず、data/outbox にファイルとして残します）",
  mailUser: "メールサーバーのユーザー名（空ならログインなし）",
  mailPassword: (user) => `${user} のパスワード（表示されません）`,
  mailPasswordOrKeep: (user) => `${user} のパスワード（表示されません。空なら今のまま）`,
  mailHints: {
    server: "メールサーバーにつながりません。サーバー名とポートは契約先のものですか？",
    login:
      "メールサーバーがログインを受け付けません。アプリ用パスワードが必要な場合や、ユーザー名がメールアドレス全体の場合があります。",
    sender: "この差出人は受け付けられません。多くの場合、ログインと同じアドレスでなければなりません。",
    address: "この宛先は受け付けられません。アドレスの書き間違いはありませんか？",
  },
  mailMistakes: {
    server:
      "メールサーバーの書き方が違います。mail.example.jp、mail.example.jp:587、smtp://…、smtps://… のように書いてください。",
    address:
      "このアドレスにはメールが届きません。書き方を確かめてください（example.com などは例示用の名前です）。",
  },
  noServerForLogin: "ログインにはメールサーバーが必要です。--smtp で指定してください",
  noMail: "メールは外に出ません。1通ずつ data/outbox のファイルになります。",
  sendingTo: (addresses) => `試験メッセージを送っています：${addresses.join("、")}…`,
  sent: (address, { note }) =>
    `送りました：${address}${note === undefined ? "" : `（${note}）`}。届いていますか？`,
  notSent: (address) => `${address} への試験メッセージは届きませんでした：`,
  chat: "チャットにもアラートを送りますか？",
  noChat: "いいえ",
  chatAsItIs: "今のまま",
  chats: japaneseChats,
  chatFormats: (names) => `次のどれかを指定してください：${names}、none`,
  links: "メッセージのリンク（アラートの表示、確認、通知停止）はどこで開きますか？",
  linksHere: (url) => `このマシンだけ：${url}`,
  linksElsewhere: "スマートフォンなど、ほかの端末（画面に専用のアドレスがある）",
  noLinks: "開かない（リンクなし）",
  publicUrl: "その端末から見た画面のアドレス",
  noPublicUrl: "画面のアドレスではありません。https://yagura.example.jp のように書いてください。",
  linksAreHere: "メッセージにリンクが付きます。開けるのはこのマシンだけです。",
  linksAreElsewhere: (listens) =>
    `メッセージにリンクが付きます。モニター自身は ${listens} で待ち受けるため、そのアドレスからここへつなぐプロキシかトンネルが必要です（docs/operating.ja.md の「TLS のプロキシの後ろで」）。`,
  noLinksTold: "メッセージにリンクは付きません。後から `yagura init` か、設定の publicUrl で付けられます。",
  hours: "メッセージはいつ届いてもよいですか？",
  always: "いつでも",
  someHours: "決まった時間だけ（それ以外は始まるまで待ちます）",
  hoursAsTheyAre: "ファイルのとおり",
  between: "何時から何時まで（日本時間）",
  tradingDays: "営業日だけにしますか？",
  noHours: "時間は 07:30-22:00 のように書くか、always としてください",
  portTaken: (port, next) => `ポート ${port} は使われているため、画面はポート ${next} にします。`,
  stillWrong: (mistakes) => `ファイルを書きましたが、まだ起動できません：\n${mistakes}`,
  written: "ファイル：",
  files: { written: "書き込み  ", kept: "そのまま  ", beside: "隣に作成  " },
  polled: "問い合わせの予定：",
  polls: (polls) => `1日に最大 ${polls} 回`,
  nextPoll: (time) => `起動時に1回、次は ${time}`,
  simulatedPolls: "架空のデータ：2秒ごと（今日に追いつくまで1分で1営業日）",
  requests: ({ aDay, aMinute, allowed }) =>
    `市場データへの問い合わせ：1日に最大 ${aDay} 回、最も多い1分に ${aMinute} 回。プランは1分に ${allowed} 回までです。`,
  isSimulated: (names) =>
    `SIMULATED（架空のデータ）：${names.join("、")}。内容は架空で、そう表示されます。本物のメールサーバーや外部のチャットには送られません。`,
  mayExpect: "メールの数を見積もるため、過去4週間分を読みますか？",
  expecting: "過去4週間分を読み、ルールを当てはめています（最大1分ほど）…",
  mailsExpected: ({ mean, most, days }) =>
    `メールの見込み：1日に ${mean} 通（直近 ${days} 日間の平均）、最も多い日で ${most} 通。掲示板についてのメールは別に届きます。`,
  mailsUnknown:
    "メールの見込み：前もってはわかりません。目安として、架空の1か月に30銘柄で、このルールのメールは営業日1日あたり2〜10通でした。",
  restart: "このファイルで動いているモニターがあれば、再起動したときに新しい設定になります。",
  start: "今すぐ起動しますか？",
  next: (file) =>
    `起動：npx yagura run --config ${file}\n答えを変える：npx yagura init　確認：npx yagura check、docs/operating.ja.md`,
};
