/** The market data service as its document describes it. */
import { jsonReply, notFound, onlyGet, type Service } from "../http/service.ts";
import { withETag } from "../http/with-etag.ts";
import type { World } from "../world/world.ts";
import { documentedEndpoints as endpoints } from "./documented/endpoints.ts";
import { createPaging } from "./paging.ts";
import { parseQuery } from "./query.ts";
import { Refusal } from "./refusal.ts";

export interface MarketOptions {
  seed: number;
  /** Records a page. */
  pageRows: number;
}

export function createMarketService(world: World, moment: () => number, options: MarketOptions): Service {
  const paging = createPaging(options.seed, { rows: options.pageRows });
  const answer: Service = (request) => {
    const endpoint = Object.hasOwn(endpoints, request.path) ? endpoints[request.path] : undefined;
    if (!endpoint) return notFound();
    return onlyGet(({ path, query: parameters, headers }) => {
      try {
        if (!headers["x-api-key"]) throw new Refusal(401, "The API key is missing or invalid.");
        const { anyOf } = endpoint;
        const query = parseQuery(parameters, endpoint.parameters, endpoint.codes ?? "stock");
        if (anyOf && !anyOf.some((name) => parameters.get(name)?.trim()))
          throw new Refusal(400, `This API requires at least one of: ${anyOf.join(", ")}.`);
        const found = endpoint.find(world, query, moment());
        if (!("pagination_key" in endpoint.parameters)) return jsonReply(200, { data: found.slice(0) });
        const { paginationKey, ...asked } = query;
        return jsonReply(200, paging.cut(found, `${path} ${JSON.stringify(asked)}`, paginationKey));
      } catch (error) {
        if (error instanceof Refusal) return jsonReply(error.status, { message: error.message });
        throw error;
      }
    })(request);
  };
  return withETag(answer);
}
