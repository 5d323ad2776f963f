/** `/api/about`: the monitor itself. */
import manifest from "../../package.json" with { type: "json" };
import { simulatedNames } from "../config/services.ts";
import type { AboutAnswer } from "../model/page/about.ts";
import type { JsonRoute } from "../outputs/output.ts";
import type { PageParts } from "./index.ts";

export function aboutCall({ config }: PageParts): JsonRoute {
  const { stockPage } = config.upstreams.market;
  const answer: AboutAnswer = {
    version: manifest.version,
    simulated: simulatedNames(config),
    ...(stockPage !== undefined && { stockPage }),
  };
  return { right: "read", method: "GET", path: "/api/about", answer: () => ({ status: 200, body: answer }) };
}
