/** Every endpoint of the market service, by its path without the first slash: the registry of its calls. */
import type { RecordOf } from "../record.ts";
import { equities } from "./calls/equities.ts";
import { financials } from "./calls/financials.ts";
import { derivatives, indices } from "./calls/indices-derivatives.ts";
import { markets } from "./calls/markets.ts";

export const marketCalls = { ...equities, ...financials, ...markets, ...indices, ...derivatives };

type Calls = typeof marketCalls;
export type MarketCallName = keyof Calls;

/** Row of a call. */
export type MarketRecord<Name extends MarketCallName> = RecordOf<Calls[Name]["fields"]>;

type ParameterOf<Name extends MarketCallName> = Calls[Name]["parameters"][number];

/** Query of a call. What the document requires is checked before the request. */
export type MarketQuery<Name extends MarketCallName> = { readonly [P in ParameterOf<Name>]?: string };
