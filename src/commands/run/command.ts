import { keepHeapSmall } from "../../lib/small-heap.ts";
import type { CommandMember } from "../command.ts";
import { databaseFile } from "../said.ts";

export const runCommand: CommandMember = {
  name: "run",
  example: "npx yagura run",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Polls the services on their schedules, detects changes, stores events and alerts, and sends them by mail, chat and feed. It runs until a signal stops it.",
        "スケジュールに従ってサービスからデータを取得し、変化を検出します。イベントとアラートを記録し、メール、チャット、フィードで送信します。シグナルを受けるまで動作し続けます。",
      ),
      say(
        "On a terminal it shows a readable log and a status below it. Piped, it prints one line of JSON when it is ready, and logs one JSON object per line on stderr. SIGTERM and SIGINT stop it within ten seconds. SIGHUP reloads settings, rules and watchlists and logs the result; on a terminal it stops the monitor.",
        "端末では、読みやすいログと、その下に状態を表示します。パイプでは、準備ができると JSON を1行出力し、ログは1行1件の JSON で標準エラーに出力します。SIGTERM と SIGINT を受けると10秒以内に停止します。SIGHUP を受けると、設定、ルール、ウォッチリストを読み直し、結果をログに出力します。端末では SIGHUP でも停止します。",
      ),
      say(
        "If a file has mistakes, it starts with the last good settings and rules, and reports that.",
        "ファイルに誤りがあれば、直前の正しい設定とルールで起動し、そのことを通知します。",
      ),
    ],
    files: [
      [
        "rules/*.yaml",
        say("the rules; edits are active within a second", "ルール。編集は1秒以内に反映されます"),
      ],
      databaseFile(
        say,
        say(
          "the database, with -wal, -shm, .lock, .told and .running beside it; readable by its owner only",
          "データベース。隣に -wal、-shm、.lock、.told、.running があります。所有者だけが読めます",
        ),
      ),
    ],
    environment: [["TERM=dumb", say("no status below the log", "ログの下に状態を表示しません")]],
    examples: [
      [
        "npx yagura run --config /etc/yagura/monitor.yaml 2>>yagura.log",
        say(
          "for use by a program; the log goes into a file",
          "プログラムから使う場合。ログはファイルに書きます",
        ),
      ],
    ],
    seeAlso: ["yagura check", "yagura healthcheck", "docs/operating.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "run the monitor: poll, compare, evaluate rules, send alerts",
          "監視を開始します：取得、比較、ルールの評価、アラートの送信",
        ),
      )
      .option(
        "--simulated",
        say(
          "let the simulator play services of which the database has real data; without it such a start is refused",
          "実データのあるデータベースでも、そのサービスをシミュレーターで動かします。これがなければ起動しません",
        ),
      )
      .action(async (options) => {
        keepHeapSmall();
        await (await import("./run.ts")).run(options);
      }),
};
