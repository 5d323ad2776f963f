/** `yagura schema`: what rule files and the settings may hold, as JSON Schema for editors. */

import { recordsOptions } from "../../config/services.ts";
import { requireConfig } from "../../files/check-files.ts";
import { editorSchemaOf, eventTypesOf, type SchemaName } from "../../files/event-types.ts";

interface SchemaOptions {
  /** The rules may be about the events of these settings alone. */
  readonly config?: string;
}

export function schema(name: SchemaName, { config }: SchemaOptions): void {
  const settings = config === undefined ? undefined : requireConfig(config, process.env);
  const known = settings && { types: eventTypesOf(settings), records: recordsOptions(settings) };
  process.stdout.write(`${JSON.stringify(editorSchemaOf(name, known), null, 2)}\n`);
}
