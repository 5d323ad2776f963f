/** The sources of a test: the product's own, on services that show what the test says. */
import type { Config } from "../../config/config.ts";
import type { Clock } from "../../lib/clock.ts";
import { Failure, type FailureReason } from "../../lib/failure.ts";
import { jstDay } from "../../model/dates.ts";
import { createSources, type SourcesOptions } from "../../sources/index.ts";
import type { Source } from "../../sources/source.ts";
import type { SourceName } from "./answers.ts";
import { serviceClients } from "./service-clients.ts";
import type { Services } from "./services.ts";

export interface ScriptedSource extends Source {
  /** Its next poll fails so; undefined: it does not. */
  failing: FailureReason | undefined;
}

/** Watches all that the services show at the time of a poll, and compares as the settings say. */
export function createScriptedSource(
  name: SourceName,
  settings: Config["sources"],
  services: Services,
  clock: Clock,
): ScriptedSource {
  const clients = serviceClients(services);
  const today = () => jstDay(clock.now());
  const clocks = { clock, today: { forum: today, market: today, statistics: today } };
  // Sources keep nothing between polls that the store does not keep, so each poll may have one of its own.
  const made = (): Source => {
    const options = optionsOf(settings, services);
    const [source] = createSources({ [name]: options[name] }, clients, clocks);
    if (source === undefined) throw new Error(`no source ${name}`);
    return source;
  };
  return {
    name,
    failing: undefined,
    async poll(context) {
      if (this.failing !== undefined) throw new Failure(this.failing, "the test lets this poll fail");
      return made().poll(context);
    },
    diff: (answer, state) => made().diff(answer, state),
  };
}

function optionsOf(
  settings: Config["sources"],
  { comments, rankings, series }: Services,
): Required<SourcesOptions> {
  const watch = [...series].map(([db, own]) => ({ db, codes: [...own.keys()] }));
  return {
    "forum-comments": {
      codes: [...comments.keys()],
      pageSize: settings["forum-comments"]?.pageSize ?? 50,
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
