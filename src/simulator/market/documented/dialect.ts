import type { MarketDialect } from "../dialect.ts";
import { documentedRights } from "../plans.ts";
import { documentedEndpoints } from "./endpoints.ts";

const masterOnTwoPages = 57;

export const documentedDialect: MarketDialect = {
  endpoints: documentedEndpoints,
  rights: documentedRights,
  pageSize: { rows: masterOnTwoPages },
  unknownCall: { status: 404, message: "The requested resource does not exist." },
  missingKey: { status: 401, message: "The API key is missing or invalid." },
  wrongKey: { status: 401, message: "The API key is missing or invalid." },
  blocks: false,
  ownLimits: {},
  newestByDefault: true,
  windows: false,
  cursor: false,
};
