/** What a person should know before calling `yagura init`. */
import type { Manual } from "../manual.ts";
import type { Say } from "../said.ts";

export function manualOf(say: Say): Manual {
  return {
    about: [
      say(
        "Asks for services, stocks, mail, chat and hours, one question after another, and tries each answer as it comes: the key at the service, a test message at the mail server. Esc goes back to the question before. Nothing is written before the last answer, and Ctrl-C leaves everything as it was. At its end it lists the files, the polls of a day and the mails to expect, and starts the monitor if you want that.",
        "サービス、銘柄、メール、チャット、時間帯を順に質問し、答えをその場で試します。キーはサービスに示し、メールサーバーにはテストメッセージを送ります。Esc で前の質問に戻れます。最後の答えまで何も書き込まず、Ctrl-C で元のままやめられます。終わりに、書いたファイル、1日の取得の回数、見込まれるメールの数を示し、よければ監視を始めます。",
      ),
      say(
        "Called again, it shows the answers that are there and changes only what is answered otherwise. If the settings have mistakes it leaves them as they are and writes monitor.new.yaml beside them.",
        "もう一度呼ぶと、今の答えを示し、変えた答えだけを書き換えます。設定に間違いがあればそのまま残し、隣に monitor.new.yaml を書きます。",
      ),
    ],
    no: say("it was cancelled: nothing was written", "中止され、何も書き込んでいません"),
    files: [
      ["FOLDER/config/monitor.yaml", say("the settings, with comments", "設定。説明が付いています")],
      ["FOLDER/config/watchlist.csv", say("the stocks", "銘柄")],
      [
        "FOLDER/config/secrets/",
        say("keys and passwords, for their owner alone", "キーとパスワード。持ち主だけが読めます"),
      ],
      ["FOLDER/rules/*.yaml", say("the rules", "ルール")],
    ],
    environment: [
      [
        "YAGURA_MARKET_API_KEY",
        say("the market service's key, where --market-key gives none", "--market-key がないときのキー"),
      ],
      [
        "YAGURA_SMTP_PASSWORD",
        say(
          "the mail server's password, where --smtp-password gives none",
          "--smtp-password がないときのパスワード",
        ),
      ],
    ],
    examples: [
      [
        "npx yagura init my-yagura --yes --stocks 7203,6758 --no-start",
        say(
          "without a question: everything else as it is, or by default",
          "質問なし。ほかは今のままか、既定にします",
        ),
      ],
    ],
    seeAlso: ["yagura check", "yagura run", "docs/start.md"],
  };
}
