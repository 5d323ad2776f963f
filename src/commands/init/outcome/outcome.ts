/** What a setup tells at its end: the files, what will be polled and when, how many mails a day to expect. */
import { relative } from "node:path";
import { simulatedNames } from "../../../app/services.ts";
import type { Config } from "../../../config/config.ts";
import { japanTime } from "../../../lib/clock.ts";
import { textTable } from "../../../lib/text/terminal.ts";
import { terminalOf } from "../../terminal.ts";
import type { NamedStock } from "../questions/stocks.ts";
import type { Session } from "../session.ts";
import type { WrittenFile } from "../write-files.ts";
import { type ExpectedMails, expectedMails, playedSources } from "./expected-mails.ts";
import { type Outlook, outlookOf } from "./outlook.ts";

interface Made {
  readonly files: readonly WrittenFile[];
  readonly stocks: readonly NamedStock[];
}

export async function tellOutcome(session: Session, config: Config, { files, stocks }: Made): Promise<void> {
  const { dialogue, words, options } = session;
  const outlook = outlookOf(config, Date.now());
  const simulated = simulatedNames(config);
  if (options.json !== true) {
    dialogue.tell("done", [words.written, ...files.map((one) => fileLine(one, session))].join("\n"));
    dialogue.tell("note", outlookLines(outlook, session).join("\n"));
    if (simulated.length > 0) dialogue.tell("note", words.isSimulated(simulated));
  }
  const expected = await expectedOf(session, config);
  if (options.json === true) {
    const mails = expected === undefined ? {} : { mailsADay: expected };
    const told = { ok: true, config: config.file, files, stocks, simulated, ...outlook, ...mails };
    process.stdout.write(`${JSON.stringify(told)}\n`);
    return;
  }
  dialogue.tell("note", expected === undefined ? words.mailsUnknown : words.mailsExpected(expected));
  dialogue.tell("done", words.next(relative(process.cwd(), config.file) || config.file));
}

function fileLine({ path, what }: WrittenFile, { words }: Session): string {
  return `  ${words.files[what]}  ${relative(process.cwd(), path) || path}`;
}

function outlookLines({ sources, market }: Outlook, { words }: Session): string[] {
  const rows = sources.map(({ source, next, polls = 0, simulated }) =>
    simulated
      ? [source, words.simulatedPolls]
      : [source, words.polls(polls), next === undefined ? "" : words.nextPoll(japanTime(Date.parse(next)))],
  );
  const table = textTable(rows, terminalOf().columns).trimEnd().split("\n");
  const of = market === undefined ? [] : [words.requests(market)];
  return [words.polled, ...table.map((line) => `  ${line}`), ...of];
}

async function expectedOf(session: Session, config: Config): Promise<ExpectedMails | undefined> {
  const { dialogue, words, options } = session;
  const program = process.argv[1];
  const isTold = playedSources(config).some(
    (name) => name === "margin-alerts" || name === "short-sale-reports",
  );
  if (!options.expect || !options.try || !isTold || program === undefined) return undefined;
  if (dialogue.isPerson && !options.yes && !(await dialogue.confirm(words.mayExpect, true))) return undefined;
  dialogue.tell("working", words.expecting);
  return expectedMails(config, program, () => {});
}
