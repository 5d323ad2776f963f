/** The records of the statistics service as tables: wire names of both languages, types, meaning. */
import { field, need, text } from "../field-types.ts";
import type { Field, Fields } from "../record.ts";
import { readCompactDay } from "./period.ts";

/** Form of a code that a request takes: no space or comma, which would part it, and none of the signs that the document forbids. */
const codeForm = /^[^\s<>"!|\\;',]{1,100}$/;
const ascii = /^[\x21-\x7e]+$/;

const seriesCode = field("SERIES_CODE", {
  type: "text",
  expected: "a code",
  about: "code of the series, without its database",
  read(value) {
    const code = typeof value === "string" ? value.trim() : undefined;
    return code !== undefined && codeForm.test(code) && ascii.test(code) ? code : undefined;
  },
});

export const seriesFields = {
  code: need(seriesCode),
  name: text(["NAME_OF_TIME_SERIES", "NAME_OF_TIME_SERIES_J"], "name in the language asked for"),
  unit: text(["UNIT", "UNIT_J"], "unit, as the service writes it"),
  frequency: text("FREQUENCY", "frequency, such as DAILY or ANNUAL(MAR)"),
  category: text(["CATEGORY", "CATEGORY_J"], "category, as the service writes it"),
  lastUpdate: field("LAST_UPDATE", {
    read: readCompactDay,
    type: "date",
    expected: "a date YYYYMMDD",
    about: "day of the last update",
  }),
} satisfies Fields;

/** A level of the catalogue: text or an integer, where 0 is an unused one. */
const layer = (number: number) =>
  field(`LAYER${number}`, {
    type: "text",
    expected: "a layer",
    about: `level ${number} of the layers; absent where unused`,
    read(value) {
      const level = typeof value === "number" || typeof value === "string" ? String(value).trim() : undefined;
      return level === "0" ? null : level;
    },
  });

/** A period as the catalogue writes it; a number in some answers. */
const period = (wire: string, about: string) =>
  field(wire, {
    type: "text",
    expected: "a period",
    about: `${about}, in the form of the frequency as the service writes it`,
    read: (value) => (typeof value === "number" || typeof value === "string" ? String(value).trim() : null),
  });

export const layerFields = {
  layer1: layer(1),
  layer2: layer(2),
  layer3: layer(3),
  layer4: layer(4),
  layer5: layer(5),
} satisfies Fields;

export const catalogueFields = {
  start: period("START_OF_THE_TIME_SERIES", "first period"),
  end: period("END_OF_THE_TIME_SERIES", "last period"),
  notes: text(["NOTES", "NOTES_J"], "remarks"),
} satisfies Fields;

/**
 * Returns the table for answers in a language. In Japanese a catalogue has its texts twice, and the English ones
 * under the plain names, so that the Japanese names count first.
 */
export function inLanguage<F extends Fields>(fields: F, language: "en" | "jp"): F {
  if (language === "en") return fields;
  const rank = ({ name }: Field["wire"][number]) => (name.endsWith("_J") ? 0 : 1);
  const turned = Object.entries(fields).map(([name, one]) => [
    name,
    { ...one, wire: one.wire.toSorted((a, b) => rank(a) - rank(b)) },
  ]);
  return Object.fromEntries(turned) as F;
}
