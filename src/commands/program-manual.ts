/** What a person should know before calling the program at all. */
import type { Manual } from "./manual.ts";
import { rulesFile, type Say } from "./said.ts";

export function programManual(say: Say): Manual {
  return {
    about: [
      say(
        "`yagura run` watches; the other commands ask it, answer it, and try settings and rules before it runs with them. Each has a page of its own: yagura COMMAND --help.",
        "`yagura run` が監視します。ほかのコマンドは、監視に尋ね、答え、設定とルールを前もって試します。コマンドごとの説明は yagura COMMAND --help で見られます。",
      ),
    ],
    no: say(
      "the answer is no: a test or a health check failed, nothing was found",
      "答えが「いいえ」です：テストか健全性の確認が失敗した、何も見つからなかった、など",
    ),
    files: [
      [
        "config/monitor.yaml",
        say(
          "the settings; where it is not there, /etc/yagura/monitor.yaml",
          "設定。なければ /etc/yagura/monitor.yaml",
        ),
      ],
      rulesFile(say),
      [
        "data/yagura.db",
        say(
          "the database; for settings in /etc/yagura it is in /var/lib/yagura",
          "データベース。設定が /etc/yagura にあれば /var/lib/yagura の中です",
        ),
      ],
    ],
    environment: [
      ["YAGURA_CONFIG", say("the settings, where --config names none", "--config がないときの設定ファイル")],
    ],
    examples: [
      ["npx yagura check", say("whether settings and rules are right", "設定とルールが正しいか")],
      ["npx yagura tail --types 'alert.*'", say("the alerts as they come", "届くアラート")],
    ],
    seeAlso: ["README.md", "docs/operating.md", "docs/rules.md", "CHANGELOG.md"],
  };
}
