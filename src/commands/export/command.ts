import { addPart, type CommandMember, type SpokenCommand } from "../command.ts";
import type { Manual } from "../manual.ts";
import { databaseFile, onlyRead, pastFile, type Say } from "../said.ts";

export const exportCommand: CommandMember = {
  name: "export",
  example: "npx yagura export events --types 'short.report.*' --since 90d --output shorts.parquet",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Writes what is kept as rows: `events` the log, `alerts` the alerts, `history` the services' own past. It reads beside a running monitor and needs little memory. Damaged entries are left out, and stderr says how many.",
        "保存されている内容を行の形で書き出します：`events` は記録、`alerts` はアラート、`history` はサービス自身の過去です。監視が動いていても読め、メモリーは少しで済みます。損傷した項目は除き、その数を標準エラーに出します。",
      ),
    ],
    files: [databaseFile(say, onlyRead(say)), pastFile(say), outputFile(say)],
    examples: [
      [
        "npx yagura export history --sets market/markets/margin-alert > margin.ndjson",
        say("the past of one set", "1つのデータの過去"),
      ],
    ],
    seeAlso: ["yagura history list", "yagura backup", "docs/operating.md"],
  }),
  declare(command, say) {
    command.description(
      say(
        "write the log, the alerts or the services' own past as a file of data, beside a running monitor too",
        "記録、アラート、サービス自身の過去を、データのファイルとして書き出します。監視の動作中も実行できます",
      ),
    );
    for (const add of [addEvents, addAlerts, addHistory]) add(command, say);
  },
};

const outputFile = (say: Say) =>
  [
    "OUTPUT",
    say(
      "what was asked for; it has its name only once it is whole",
      "書き出したもの。全部書けてから名前が付きます",
    ),
  ] as const;

function addEvents(command: SpokenCommand, say: Say): void {
  const example = "npx yagura export events --types 'margin.alert.*' --since 2026-01-01 > margin.ndjson";
  const manual = {
    about: [
      say(
        "Writes each entry of the log with its number, its times and its data, the oldest first.",
        "記録の各項目を、番号、時刻、内容とともに、古い順に書き出します。",
      ),
    ],
    files: [databaseFile(say, onlyRead(say)), outputFile(say)],
    seeAlso: ["yagura tail", "docs/operating.md", "docs/feed.md"],
  };
  sub(command, { name: "events", example, manual }, say)
    .description(say("the log, a row an entry", "記録。1行が1項目です"))
    .option(
      "--types <types>",
      say(
        "only these types, comma-separated, such as alert.*,short.report.*",
        "この種類だけ。alert.*,short.report.* のようにコンマで区切ります",
      ),
    )
    .action(async (_options, called) => (await import("./export.ts")).writeEvents(called.optsWithGlobals()));
}

function addAlerts(command: SpokenCommand, say: Say): void {
  const example = "npx yagura export alerts --since 30d --output alerts.csv --spreadsheet";
  const manual = {
    about: [
      say(
        "Writes each alert with its beginning and end, who answered it, and its messages.",
        "各アラートの始まりと終わり、答えた人、送ったメッセージを書き出します。",
      ),
    ],
    files: [databaseFile(say, onlyRead(say)), outputFile(say)],
    seeAlso: ["yagura alerts", "docs/operating.md", "docs/alerts.md"],
  };
  sub(command, { name: "alerts", example, manual }, say)
    .description(
      say(
        "the alerts, a row an episode: its times, its state, and what became of its messages",
        "アラート。1行が1件で、時刻、状態、メッセージがどうなったかが分かります",
      ),
    )
    .option(
      "--rules <rules>",
      say("only those of these rules, comma-separated", "このルールのものだけ。コンマで区切ります"),
    )
    .action(async (_options, called) => (await import("./export.ts")).writeAlerts(called.optsWithGlobals()));
}

function addHistory(command: SpokenCommand, say: Say): void {
  const example = "npx yagura export history --sets market/markets/margin-alert --output margin.parquet";
  const manual = {
    about: [
      say(
        "Writes the records of the services' own past, day by day, under their readable names.",
        "サービス自身の過去を、読みやすい欄の名前で、日ごとに書き出します。",
      ),
    ],
    files: [pastFile(say), outputFile(say)],
    seeAlso: ["yagura history list", "docs/operating.md", "docs/records.md"],
  };
  sub(command, { name: "history", example, manual }, say)
    .description(
      say(
        "the services' own past that `yagura history fetch` read, a row a record",
        "`yagura history fetch` が読んだ、サービス自身の過去。1行が1件です",
      ),
    )
    .option(
      "--sets <sets>",
      say(
        "only these sets, comma-separated; `yagura history` lists them",
        "このデータだけ。コンマで区切ります。名前は `yagura history` で確認できます",
      ),
    )
    .action(async (_options, called) => (await import("./export.ts")).writeHistory(called.optsWithGlobals()));
}

/** A part of `export`; --config is that of `export`, wherever it stands. */
function sub(
  command: SpokenCommand,
  part: { readonly name: string; readonly example: string; readonly manual: Manual },
  say: Say,
): SpokenCommand {
  return addPart(command, part, say)
    .option(
      "--format <format>",
      say(
        "ndjson, csv or parquet; default: by the name of the output, else ndjson",
        "ndjson、csv、parquet のどれか。既定は出力の名前で決まり、決まらなければ ndjson です",
      ),
    )
    .option("--output <file>", say("the file; default: stdout", "ファイル。既定は標準出力です"))
    .option("--force", say("replace a file that is there", "すでにあるファイルを置き換えます"))
    .option(
      "--since <time>",
      say(
        "from this time on: 90d, 3bd (trading days), 2026-08-01; default: all that is kept",
        "この時刻から：90d、3bd（営業日）、2026-08-01。既定は残っているすべてです",
      ),
    )
    .option("--until <time>", say("up to this time; default: now", "この時刻まで。既定は今です"))
    .option(
      "--subject <subjects>",
      say(
        "only about these stocks or series, comma-separated, such as 7203,FM08/FXERD01",
        "この銘柄か系列だけ。7203,FM08/FXERD01 のようにコンマで区切ります",
      ),
    )
    .option(
      "--spreadsheet",
      say(
        "CSV for a spreadsheet: no text of it is taken for a formula",
        "表計算ソフト用の CSV。どの文字列も数式として扱われません",
      ),
    );
}
