/** Any set of records that the settings name. Scope: what is asked; key: the fields that name a record. */
import type { RecordClients } from "../../upstreams/record-set.ts";
import type { Source } from "../source.ts";
import { diff } from "./diff.ts";
import type { RecordsOptions } from "./options.ts";
import { poll } from "./poll.ts";
import type { RecordsAnswer } from "./state.ts";

export function createRecords(
  options: RecordsOptions,
  clients: RecordClients,
  today: () => string,
): Source<RecordsAnswer> {
  return {
    name: options.name,
    poll: (context) => poll(options, clients, today(), context),
    diff: (answer, state) => diff(answer, state, options),
  };
}
