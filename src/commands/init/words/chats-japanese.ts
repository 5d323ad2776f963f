/** What the setup says of chats in Japanese. */
import type { ChatsWords } from "./chats.ts";

const noAddress = "アドレスではありません。https:// で始まります。";

export const japaneseChats: ChatsWords = {
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
    help: "自分で動かす Apprise API を通して、櫓が直接送れないサービスにも送れます。\n1. Apprise API を動かし、送り先のサービスをキーの名前で登録します。\n2. アドレスは http://127.0.0.1:8000/notify/キー です。",
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
