/** Settings of the outputs as a file that says only who gets mail gives them. */
import * as z from "zod";
import { type OutputSettings, outputSections, resolveOutputs } from "../../src/outputs/index.ts";

export function outputSettings(
  recipients: Readonly<Record<string, string[]>>,
  email: { smtp?: string; sendSimulated?: boolean } = {},
  webhook: object = {},
  push: object = {},
): OutputSettings {
  const written = z
    .strictObject(outputSections)
    .parse({ email: { from: "y@example.com", recipients, ...email }, webhook, push });
  return resolveOutputs(written, { file: "/", data: "/data" });
}
