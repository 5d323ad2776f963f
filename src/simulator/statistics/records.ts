/** Series as the service writes them; fields of the other language are left out. */

import type { Series } from "../world/catalogue.ts";
import type { Frequency } from "../world/periods.ts";
import type { World } from "../world/world.ts";
import type { Observation } from "./every-day.ts";
import type { Language } from "./parameters.ts";

const frequencyNames: Readonly<Record<Frequency, string>> = {
  CY: "ANNUAL",
  FY: "ANNUAL(MAR)",
  CH: "SEMIANNUAL",
  FH: "SEMIANNUAL(SEP)",
  Q: "QUARTERLY",
  M: "MONTHLY",
  W: "WEEKLY(FRIDAY)",
  D: "DAILY",
};

export interface DataRecord extends Record<string, unknown> {
  VALUES: { SURVEY_DATES: (number | null)[]; VALUES: (number | null)[] };
}

export function dataRecord(
  world: World,
  at: number,
  series: Series,
  points: readonly Observation[],
  language: Language,
): DataRecord {
  const [suffix, place] = language === "EN" ? ["", 0 as const] : ["_J", 1 as const];
  return {
    SERIES_CODE: series.code,
    [`NAME_OF_TIME_SERIES${suffix}`]: series.name[place],
    [`UNIT${suffix}`]: series.unit[place],
    FREQUENCY: frequencyNames[series.frequency],
    [`CATEGORY${suffix}`]: series.category[place],
    LAST_UPDATE: lastUpdate(world, at, series),
    VALUES: {
      SURVEY_DATES: points.map(({ label }) => label),
      VALUES: points.map(({ value }) => value),
    },
  };
}

export function metadataRecord(world: World, at: number, series: Series, language: Language) {
  const place = language === "EN" ? 0 : 1;
  const { first, last } = world.statistics.span(series, at);
  const layer = (index: number) => series.layers[index] ?? null;
  return {
    SERIES_CODE: series.code,
    NAME_OF_TIME_SERIES: series.name[place],
    UNIT: series.unit[place],
    FREQUENCY: frequencyNames[series.frequency],
    CATEGORY: series.category[place],
    LAYER1: layer(0),
    LAYER2: layer(1),
    LAYER3: layer(2),
    LAYER4: layer(3),
    LAYER5: layer(4),
    START_OF_THE_TIME_SERIES: String(first),
    END_OF_THE_TIME_SERIES: String(last),
    LAST_UPDATE: lastUpdate(world, at, series),
    NOTES: series.notes[place],
  };
}

function lastUpdate(world: World, at: number, series: Series): number {
  const day = world.statistics.updatedOn(series, at);
  return Number(world.calendar.dateOf(day).replaceAll("-", ""));
}
