import { addPart, type CommandMember, type SpokenCommand } from "../command.ts";
import type { Say } from "../help.ts";

export const exportCommand: CommandMember = {
  name: "export",
  example: "npx yagura export events --types 'short.report.*' --since 90d --output shorts.parquet",
  isConfigured: true,
  declare(command, say) {
    command.description(
      say(
        "write log, alerts or the services' past as a file of data",
        "記録、アラート、サービスの過去をファイルに書き出します",
      ),
    );
    for (const add of [addEvents, addAlerts, addHistory]) add(command, say);
  },
};

function addEvents(command: SpokenCommand, say: Say): void {
  const example = "npx yagura export events --types 'margin.alert.*' --since 2026-01-01 > margin.ndjson";
  sub(command, { name: "events", example }, say)
    .description(say("the log, a row an entry", "記録。1行が1項目です"))
    .option(
      "--types <types>",
      say("only these types, such as alert.*,short.report.*", "この種類だけ。例：alert.*,short.report.*"),
    )
    .action(async (_options, called) =>
      (await import("./export.ts")).writeEventRows(called.optsWithGlobals()),
    );
}

function addAlerts(command: SpokenCommand, say: Say): void {
  const example = "npx yagura export alerts --since 30d --output alerts.csv --spreadsheet";
  sub(command, { name: "alerts", example }, say)
    .description(say("the alerts, a row an episode", "アラート。1行が1件です"))
    .option(
      "--rules <rules>",
      say("only those of these rules, comma-separated", "このルールのものだけ。コンマで区切ります"),
    )
    .action(async (_options, called) =>
      (await import("./export.ts")).writeAlertRows(called.optsWithGlobals()),
    );
}

function addHistory(command: SpokenCommand, say: Say): void {
  const example = "npx yagura export history --sets market/markets/margin-alert --output margin.parquet";
  sub(command, { name: "history", example }, say)
    .description(say("the services' own past, a row a record", "サービス自身の過去。1行が1件です"))
    .option(
      "--sets <sets>",
      say("only these sets; `yagura history` lists them", "このデータだけ。`yagura history` で確認できます"),
    )
    .action(async (_options, called) =>
      (await import("./export.ts")).writeHistoryRows(called.optsWithGlobals()),
    );
}

/** A part of `export`; --config is that of `export`, wherever it stands. */
function sub(
  command: SpokenCommand,
  part: { readonly name: string; readonly example: string },
  say: Say,
): SpokenCommand {
  return addPart(command, part, say)
    .option(
      "--format <format>",
      say(
        "ndjson, csv or parquet; default: by the output's name",
        "ndjson、csv、parquet のどれか。既定は出力の名前から",
      ),
    )
    .option("--output <file>", say("the file; default: stdout", "ファイル。既定は標準出力です"))
    .option("--force", say("replace a file that is there", "すでにあるファイルを置き換えます"))
    .option(
      "--since <time>",
      say(
        "from then on: 90d, 3bd, 2026-08-01; default: all",
        "この時刻から：90d、3bd、2026-08-01。既定はすべて",
      ),
    )
    .option("--until <time>", say("up to this time; default: now", "この時刻まで。既定は今です"))
    .option(
      "--subject <subjects>",
      say("only these stocks or series: 7203,FM08/FXERD01", "この銘柄か系列だけ：7203,FM08/FXERD01"),
    )
    .option(
      "--spreadsheet",
      say("CSV in which a spreadsheet finds no formula", "どの文字列も数式とされない CSV にします"),
    );
}
