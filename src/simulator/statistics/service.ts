/** The statistics service. As documented, the HTTP status is 200 whatever happens behind a verb. */
import { type Dialect, jsonReply, notFound, onlyGet, type Reply, type Service } from "../http/service.ts";
import type { World } from "../world/world.ts";
import { japanIso } from "../world/written-forms.ts";
import { encodeShiftJis, inChunks, streamJson, writeCsv } from "./bodies.ts";
import { statisticsDialects } from "./dialect.ts";
import { type Envelope, envelope, type Language, Refusal } from "./messages.ts";
import { echo, languageOf, parseParameters, upperCased } from "./parameters.ts";
import type { Limits } from "./records.ts";
import { type Verb, verbs } from "./verbs.ts";

const root = "/api/v1/";
/** Series from which on a catalogue is written while it is sent. */
const streamedFrom = 1_000;

export interface StatisticsOptions {
  readonly limits: Limits;
  readonly dialect: Dialect;
}

export function createStatisticsService(
  world: World,
  moment: () => number,
  options: StatisticsOptions,
): Service {
  const dialect = statisticsDialects[options.dialect];
  const dateAt = (at: number) => dialect.date(japanIso(world.calendar.timeOf(at)));
  const answer = (verb: Verb, given: Map<string, string>, at: number): Reply => {
    const parameters = parseParameters(given, (db) => world.statistics.series(db) !== undefined);
    const { records, next, found } = verb.answer(world, at, parameters, { limits: options.limits, dialect });
    // A catalogue is as old as the last publication, whenever it is asked for.
    const date = verb === verbs.getMetadata ? dateAt(world.statistics.publishedAt(at)) : dateAt(at);
    const filled: Envelope = {
      ...envelope(found ? "M181000I" : "M181030I", parameters.language, date),
      PARAMETER: echo(parameters, verb.parameters.filter(dialect.repeats)),
      NEXTPOSITION: next,
      RESULTSET: records,
    };
    const large =
      verb === verbs.getMetadata && (world.statistics.series(parameters.db)?.length ?? 0) > streamedFrom;
    const body = verb === verbs.getMetadata ? dialect.catalogueBody(filled, parameters) : filled;
    if (parameters.format === "CSV") return csvReply(writeCsv(body), parameters.language, large);
    if (!large) return jsonReply(200, { ...body, RESULTSET: [...records] });
    return { ...jsonReply(200, {}), body: streamJson(body, records) };
  };
  return (request) => {
    const name = request.path.startsWith(root) ? request.path.slice(root.length) : "";
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (!verb) return notFound();
    return onlyGet(({ query }) => {
      const given = upperCased(query);
      const at = moment();
      try {
        return answer(verb, given, at);
      } catch (error) {
        const [id, position] =
          error instanceof Refusal ? [error.id, error.position] : (["M181090S"] as const);
        // JSON also where CSV was asked for.
        const said = envelope(id, languageOf(given), dateAt(at), position);
        return jsonReply(dialect.httpStatus(said), dialect.errorBody(said));
      }
    })(request);
  };
}

function csvReply(lines: Iterable<string>, language: Language, large: boolean): Reply {
  const [charset, encode] =
    language === "JP" ? ["Shift_JIS", encodeShiftJis] : ["utf-8", (text: string) => Buffer.from(text)];
  const headers = { "content-type": `text/csv; charset=${charset}` };
  if (!large) return { status: 200, headers, body: encode([...lines].join("")) };
  return { status: 200, headers, body: inChunks(lines, encode) };
}
