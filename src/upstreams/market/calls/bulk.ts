/** Files of the past: which there are, how large, and when each was written last, which shows a past that was rewritten. */
import { countField, need, textField } from "../../field-types.ts";
import type { FieldTable } from "../../record.ts";
import { call, monthOrDay } from "../call.ts";

const file = {
  key: need(textField("Key", "key of the file, by which `bulk/get` gives it")),
  lastModified: textField("LastModified", "when it was written last, as the service writes it"),
  size: countField("Size", "size", "bytes"),
} satisfies FieldTable;

export const bulk = {
  "bulk/list": call({
    about: "files of the past, by call and month",
    parameters: ["endpoint", "date", "from", "to"],
    ownParameters: { date: monthOrDay },
    rules: [
      { atLeastOne: ["endpoint", "date"] },
      { parameter: "from", onlyWith: "endpoint" },
      { parameter: "to", onlyWith: "endpoint" },
    ],
    plan: "light",
    fields: file,
    records: { key: ["key"], isWhole: true },
  }),
};
