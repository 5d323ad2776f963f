/** `yagura schema`: what rule files and the settings may hold, as JSON Schema for editors. */
import { requireConfig } from "../app/check-files.ts";
import { editorSchemaOf, type SchemaName } from "../app/editor-schemas.ts";
import { eventTypesOf } from "../app/record-sources.ts";

interface SchemaOptions {
  /** The rules may be about the events of these settings alone. */
  readonly config?: string;
}

export function schema(name: SchemaName, { config }: SchemaOptions): void {
  const types = config === undefined ? undefined : eventTypesOf(requireConfig(config, process.env));
  process.stdout.write(`${JSON.stringify(editorSchemaOf(name, types), null, 2)}\n`);
}
