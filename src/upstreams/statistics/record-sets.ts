/** The catalogue of a database as a set of records. Observations have a source of their own. */
import { need, textField, wireField } from "../field-types.ts";
import type { FieldTable } from "../record.ts";
import type { RecordSet } from "../record-set.ts";
import { catalogueFields, seriesFields } from "./records.ts";

const fields = {
  db: need(textField([], "database")),
  ...seriesFields,
  ...catalogueFields,
  layers: wireField([], {
    type: "list of texts",
    expected: "a list",
    about: "levels of the layers, without the unused ones",
    read: () => undefined,
  }),
} satisfies FieldTable;

export const statisticsRecordSets: RecordSet[] = [
  {
    service: "statistics",
    from: "statistics/getMetadata",
    about: "all series of a database",
    fields,
    parameters: [
      {
        name: "db",
        about: "database, such as FM08, or a list of databases",
        required: true,
        isDay: false,
        isList: true,
        problem: (value) => (/^[0-9A-Z]+$/.test(value) ? undefined : "a database is named like FM08"),
      },
    ],
    key: ["db", "code"],
    isWhole: true,
    published: "lastUpdate",
    // They say that there are new observations.
    asides: ["lastUpdate", "end"],
    async read({ statistics }, { db = "" }, { signal, oddities }) {
      const rows = await statistics.catalogue({ db }, signal, oddities);
      return rows.map((row) => ({ db, ...row }));
    },
  },
];
