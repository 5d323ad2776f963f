/** Clients of the services of a test: what the sources ask, answered from what the test lets them show. */
import { Failure } from "../../lib/failure.ts";
import type { Clients } from "../../sources/index.ts";
import type { Services } from "./services.ts";

export function serviceClients(services: Services): Clients {
  return { forum: forumClient(services), market: marketClient(services), statistics: statistics(services) };
}

function forumClient({ comments, rankings }: Services): Clients["forum"] {
  return {
    async comments({ code, size, mid = Number.POSITIVE_INFINITY }) {
      const page = (comments.get(code) ?? []).filter(({ part }) => part <= mid).slice(0, size);
      return { comments: structuredClone(page) };
    },
    async ranking({ term, page }) {
      const rows = structuredClone([...(rankings.get(term) ?? [])]);
      return { rows, totalSize: rows.length, totalPage: 1, page, hasNext: false };
    },
  };
}

function marketClient({ margins, shorts, names }: Services): Clients["market"] {
  return {
    marginAlerts: async ({ date }) => structuredClone([...(margins.get(date) ?? [])]),
    shortSaleReports: async ({ date }) => structuredClone([...(shorts.get(date) ?? [])]),
    calendar: async () => [],
    names: async () => new Map([...names].map(([code, name]) => [code, { name }])),
  };
}

/** The catalogue says of no series when it was updated, so that the data of each is asked for at every poll. */
function statistics({ series }: Services): Clients["statistics"] {
  return {
    metadata: async ({ db }) =>
      [...(series.get(db)?.values() ?? [])].map(({ points: _, ...info }) => ({ ...info, layers: [] })),
    dataByCode: async ({ db, codes }) =>
      structuredClone(codes.flatMap((code) => series.get(db)?.get(code) ?? [])),
    dataByLayer: () => Promise.reject(new Failure("rejected", "tests have no layers")),
  };
}
