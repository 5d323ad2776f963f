/** The sources of a test: the product's own, on services that show what the test says. */

import type { BuiltInName } from "../../app/test-files/answers.ts";
import { recordClients, showRecords } from "../../app/test-files/record-answers.ts";
import type { Config } from "../../config/config.ts";
import { commentsAPage } from "../../config/sources.ts";
import { Failure, type FailureReason } from "../../lib/failure.ts";
import {
  type Clocks,
  createRecordSources,
  createSources,
  type RecordsOptions,
  type SourcesOptions,
} from "../../sources/index.ts";
import type { Polled, Source } from "../../sources/source.ts";
import type { WatchedRecord } from "../../upstreams/record-set.ts";
import { serviceClients } from "./service-clients.ts";
import { type Services, show } from "./services.ts";

export interface ScriptedSource extends Source {
  /** Its next poll fails so; undefined: it does not. */
  failing: FailureReason | undefined;
  /** Whether the poll that runs brings more after the part at hand. */
  hasMore: boolean;
  /** From now on its service shows this. */
  show(items: readonly unknown[]): void;
}

/** Watches all that the services show at the time of a poll, and compares as the settings say. */
export function createScriptedSource(
  name: BuiltInName,
  settings: Config["sources"],
  services: Services,
  clocks: Clocks,
): ScriptedSource {
  const clients = serviceClients(services);
  // Sources keep nothing between polls that the store does not keep, so each poll may have one of its own.
  const made = (): Source => {
    const options = optionsOf(settings, services);
    const [source] = createSources({ [name]: options[name] }, clients, clocks);
    if (source === undefined) throw new Error(`no source ${name}`);
    return source;
  };
  return scripted(name, made, (items) => show[name](services, items as never));
}

/** The same of a source that watches a set of records. */
export function createScriptedRecords(options: RecordsOptions, clocks: Clocks): ScriptedSource {
  const { name, set } = options;
  let shown: readonly WatchedRecord[] = [];
  const [source] = createRecordSources(
    [options],
    recordClients(set, () => shown),
    clocks,
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
    hasMore: false,
    show,
    async poll(context) {
      this.hasMore = false;
      if (this.failing !== undefined) throw new Failure(this.failing, "the test lets this poll fail");
      const partOf = (polled: Polled<unknown>): Polled<unknown> => {
        const { next } = polled;
        this.hasMore = next !== undefined;
        if (next === undefined) return polled;
        return { ...polled, next: async () => next().then((part) => part && partOf(part)) };
      };
      return partOf(await made().poll(context));
    },
    diff: (answer, state) => made().diff(answer, state),
  };
}

function optionsOf(
  settings: Config["sources"],
  { comments, rankings, series, whole }: Services,
): Required<SourcesOptions> {
  const watch = [...series].map(([db, own]) => (whole.has(db) ? { db } : { db, codes: [...own.keys()] }));
  return {
    "forum-comments": {
      codes: [...comments.keys()],
      pageSize: settings["forum-comments"]?.pageSize ?? commentsAPage,
    },
    "forum-ranking": {
      terms: [...rankings.keys()],
      activity: settings["forum-ranking"]?.activity ?? false,
    },
    "margin-alerts": { ...settings["margin-alerts"] },
    "short-sale-reports": { ...settings["short-sale-reports"] },
    "statistics-updates": { ...settings["statistics-updates"], watch },
  };
}
