/** Settings of the outputs as a file that says only who gets mail gives them. */
import { type OutputSettings, outputSections, resolveOutputs } from "../../src/outputs/index.ts";

export function outputSettings(
  recipients: Readonly<Record<string, string[]>>,
  email: { smtp?: string; sendSimulated?: boolean } = {},
): OutputSettings {
  const written = {
    email: outputSections.email.parse({ from: "y@example.com", recipients, ...email }),
    feed: outputSections.feed.parse({}),
  };
  return resolveOutputs(written, { file: "/", data: "/data" });
}
