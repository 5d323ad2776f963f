/** The sources of a test: the product's own, on services that show what the test says. */
import { createTradingCalendar } from "../../calendar/trading-calendar.ts";
import type { Config } from "../../config/config.ts";
import { recordClients, showRecords } from "../../files/test-answers.ts";
import type { WrittenTest } from "../../files/test-file-schema.ts";
import { Failure, type FailureReason } from "../../lib/failure.ts";
import type { TradingCalendar } from "../../model/dates.ts";
import type { Watchlists } from "../../model/watchlists.ts";
import {
  type Clocks,
  createNamedSources,
  createRecordSources,
  type RecordsOptions,
  type SourceClients,
  type SourceMember,
  type SourceName,
} from "../../sources/index.ts";
import type { Source } from "../../sources/source.ts";
import type { WatchedRecord } from "../../upstreams/record.ts";

export interface ScriptedSource extends Source {
  /** Its next poll fails so; undefined: it does not. */
  failing: FailureReason | undefined;
  /** Makes its service show these items from now on. */
  show(items: readonly unknown[]): void;
}

/** Watches all that its service shows at the time of a poll, and compares as the settings say. */
export function createScriptedSource(
  { name, testing }: SourceMember,
  settings: Config["sources"],
  clocks: Clocks,
): ScriptedSource {
  const stage = testing.stage(settings[name as SourceName]);
  // It asks no other clients than those.
  const clients = stage.clients as SourceClients;
  // Sources keep nothing between polls that the store does not keep, so each poll may have one of its own.
  const made = (): Source => {
    const [source] = createNamedSources({ [name]: stage.options() }, clients, clocks);
    if (source === undefined) throw new Error(`no source ${name}`);
    return source;
  };
  return scripted(name, made, stage.show);
}

/**
 * Makes a scripted source that watches a set of records.
 * @param watchlists lists whose stocks it may ask for
 */
export function createScriptedRecords(
  options: RecordsOptions,
  clocks: Clocks,
  watchlists: () => Watchlists,
): ScriptedSource {
  const { name, set } = options;
  let shown: readonly WatchedRecord[] = [];
  const [source] = createRecordSources(
    [options],
    recordClients(set, () => shown),
    clocks,
    watchlists,
  );
  if (source === undefined) throw new Error(`no source ${name}`);
  const made = () => source;
  return scripted(name, made, (items) => {
    shown = showRecords(shown, items as readonly WatchedRecord[], set);
  });
}

function scripted(name: string, made: () => Source, show: ScriptedSource["show"]): ScriptedSource {
  return {
    name,
    failing: undefined,
    show,
    async poll(context) {
      if (this.failing !== undefined) throw new Failure(this.failing, "the test lets this poll fail");
      return made().poll(context);
    },
    diff: (answer, state) => made().diff(answer, state),
  };
}

/** The weekdays, but for the days that the test names. */
export function testCalendar({ calendar: { closed, open } }: WrittenTest): TradingCalendar {
  const days = [...closed.map((day) => [day, false] as const), ...open.map((day) => [day, true] as const)];
  return createTradingCalendar(new Map(days));
}
