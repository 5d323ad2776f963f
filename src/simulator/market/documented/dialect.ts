import type { MarketDialect } from "../dialect.ts";
import { documentedRights } from "../plans.ts";
import { documentedEndpoints } from "./endpoints.ts";

/** The master list takes three pages. */
const rowsOnPage = 57;

export const documentedDialect: MarketDialect = {
  endpoints: documentedEndpoints,
  rights: documentedRights,
  pageSize: { rows: rowsOnPage },
  unknownCall: { status: 404, message: "The requested resource does not exist." },
  missingKey: { status: 401, message: "The API key is missing or invalid." },
  wrongKey: { status: 401, message: "The API key is missing or invalid." },
  lowPlan: (plan, needed) => `This API is not available on your subscription (${plan}); it needs ${needed}.`,
  blocks: false,
  ownLimits: {},
  newestByDefault: true,
  windows: false,
  cursor: false,
};
