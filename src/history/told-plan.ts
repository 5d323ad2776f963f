/** The plan of a fetch as it is told to people and programs. */
import type { Config } from "../config/config.ts";
import { isSimulated } from "../config/services.ts";
import { laterDay } from "../model/dates.ts";
import type { HistoryPeriod } from "../model/history.ts";
import type { UpstreamName } from "../sources/index.ts";
import { countOf, type FetchPlan, type PlannedPiece } from "./fetch-plan.ts";
import { createLacking, type LackingPieces } from "./fetch-state.ts";

export interface ToldPlan {
  readonly pieces: number;
  readonly requests: number;
  readonly leastMs: number;
  readonly there: number;
  readonly services: readonly (HistoryPeriod & {
    readonly service: UpstreamName;
    readonly pieces: number;
    readonly requests: number;
    readonly simulated: boolean;
  })[];
  /** What comes in files, by set and call; all else is asked for piece by piece. */
  readonly files: readonly ToldFiles[];
  /** Sets that the service has in files, which the plan lacks by the documents. */
  readonly withoutFiles: readonly string[];
  readonly refused: readonly LackingPieces[];
  /** Calls that the plan lacks by the documents, which are tried once. */
  readonly beyond: readonly string[];
  readonly untold: FetchPlan["untold"];
}

/** Files of one set. */
interface ToldFiles extends HistoryPeriod {
  readonly set: string;
  /** The call that gives them. */
  readonly call: string;
  readonly files: number;
  /** Pieces for which they stand. */
  readonly pieces: number;
  /** About. */
  readonly bytes: number;
}

function toldFiles(pieces: readonly PlannedPiece[]): ToldFiles[] {
  const told = new Map<string, ToldFiles>();
  for (const { piece, file, instead } of pieces) {
    if (file === undefined) continue;
    const { set, from, to, call } = piece;
    const before = told.get(set) ?? { set, call, from, to, files: 0, pieces: 0, bytes: 0 };
    told.set(set, {
      ...{ set, call, files: before.files + 1, bytes: before.bytes + file.bytes },
      ...{ from: [from, before.from].sort()[0] ?? from, to: laterDay(before.to, to) },
      pieces: before.pieces + (instead?.length ?? 0),
    });
  }
  return [...told.values()];
}

export function toldPlan(
  { periods, services, there, refused, untold, leastMs }: FetchPlan,
  config: Config,
): ToldPlan {
  const told = [...periods].map(([service, { from, to }]) => ({
    ...{ service, from, to },
    pieces: countOf(services[service]?.pieces ?? []),
    requests: services[service]?.requests ?? 0,
    simulated: isSimulated(config, service),
  }));
  const sum = (count: (one: (typeof told)[number]) => number) =>
    told.reduce((all, one) => all + count(one), 0);
  const lacking = createLacking();
  for (const piece of refused) lacking.add(piece, piece.refused ?? "");
  return {
    ...{ pieces: sum(({ pieces }) => pieces), requests: sum(({ requests }) => requests), leastMs, there },
    files: toldFiles(services.market?.pieces ?? []),
    withoutFiles: [...(services.market?.withoutFiles ?? [])],
    ...{ services: told, refused: lacking.all(), beyond: [...(services.market?.beyond ?? [])], untold },
  };
}
