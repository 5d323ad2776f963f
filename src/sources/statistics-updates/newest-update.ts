import { laterDay } from "../../model/dates.ts";

interface Dated {
  readonly lastUpdate?: string | undefined;
  readonly listed?: string | undefined;
}

/** The newest day on which the service updated what a poll fetched; undefined where that was nothing. */
export function newestUpdate(scopes: readonly { readonly fetched: readonly Dated[] }[]): string | undefined {
  let newest = "";
  for (const { fetched } of scopes)
    for (const { lastUpdate, listed } of fetched) newest = laterDay(newest, lastUpdate ?? listed ?? "");
  return newest || undefined;
}
