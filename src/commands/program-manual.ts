/** What a person should know before calling the program at all. */
import type { Manual } from "./manual.ts";
import { rulesFile, type Say } from "./said.ts";

export function programManual(say: Say): Manual {
  return {
    about: [
      say(
        "`yagura run` runs the monitor. The other commands query it, act on alerts, and test settings and rules. Help for each command: yagura COMMAND --help.",
        "`yagura run` が監視を実行します。ほかのコマンドでは、監視への問い合わせ、アラートへの対応、設定とルールのテストができます。各コマンドの説明は yagura COMMAND --help で表示できます。",
      ),
    ],
    no: say(
      "the result is negative: a test or a health check failed, or nothing was found",
      "否定の結果です：テストや正常性の確認に失敗した、該当するものがなかった、など",
    ),
    files: [
      [
        "config/monitor.yaml",
        say(
          "the settings; if this file does not exist, /etc/yagura/monitor.yaml",
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
      [
        "YAGURA_CONFIG",
        say("the settings file, if --config is not given", "--config がないときの設定ファイル"),
      ],
    ],
    examples: [
      ["npx yagura check", say("check settings and rules", "設定とルールの確認")],
      ["npx yagura tail --types 'alert.*'", say("the alerts as they come", "届いたアラートを表示")],
    ],
    seeAlso: ["README.md", "docs/operating.md", "docs/rules.md", "CHANGELOG.md"],
  };
}
