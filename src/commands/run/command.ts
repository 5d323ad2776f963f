import { keepHeapSmall } from "../../lib/small-heap.ts";
import type { CommandMember } from "../command.ts";
import { databaseFile } from "../said.ts";

export const run: CommandMember = {
  name: "run",
  example: "npx yagura run",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Polls the services on their schedules, compares each answer with what it knew, commits events and alerts, and sends what was committed: mails, messages and the feed. It runs until a signal ends it.",
        "予定のとおりにサービスを読み、答えを前に知っていた内容と比べ、イベントとアラートを記録し、記録したものをメール、メッセージ、フィードで送ります。シグナルで終わるまで動き続けます。",
      ),
      say(
        "On a terminal it shows its log in lines to read and a status below them; piped, it prints one line of JSON when it is ready, and logs a JSON object a line on stderr. SIGTERM and SIGINT stop it within ten seconds. SIGHUP reads settings, rules and watchlists again and logs what it took; on a terminal it stops it.",
        "端末では、ログを読みやすい行で示し、その下に状態を示します。パイプでは、準備ができると一行の JSON を出し、ログを一行一件の JSON で標準エラーに出します。SIGTERM と SIGINT で十秒以内に止まります。SIGHUP では設定、ルール、ウォッチリストを読み直し、取り入れたものをログに書きます。端末では SIGHUP でも止まります。",
      ),
      say(
        "Where a file is broken it starts with the last good settings and rules, and says so.",
        "壊れたファイルがあれば、最後に正しかった設定とルールで始め、そのことを知らせます。",
      ),
    ],
    files: [
      [
        "rules/*.yaml",
        say("the rules; edits count within a second", "ルール。書き換えると一秒以内に有効になります"),
      ],
      databaseFile(
        say,
        say(
          "everything that it knows, with -wal, -shm, .lock, .told and .running beside it; its owner's alone",
          "知っていることのすべて。隣に -wal、-shm、.lock、.told、.running があり、持ち主だけが読めます",
        ),
      ),
    ],
    environment: [["TERM=dumb", say("no status below the log", "ログの下に状態を示しません")]],
    examples: [
      [
        "npx yagura run --config /etc/yagura/monitor.yaml 2>>yagura.log",
        say("as a program sees it, the log in a file", "プログラムから使う場合。ログはファイルに書きます"),
      ],
    ],
    seeAlso: ["yagura check", "yagura healthcheck", "docs/operating.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "run the monitor: poll, compare, evaluate rules, send alerts",
          "監視を始めます：読み、比べ、ルールを評価し、アラートを送ります",
        ),
      )
      .action(async (options) => {
        keepHeapSmall();
        await (await import("./run.ts")).run(options);
      }),
};
