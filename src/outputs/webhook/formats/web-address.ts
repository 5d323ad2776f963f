/** Addresses in the settings of targets. */
import * as z from "zod";

/** An http or https address without a login; the text may be secret, so no error repeats it. */
export const webAddress = z
  .string()
  .refine((text) => isWebAddress(text), {
    error: "this must be an address such as https://bots.example.com/yagura, without a login before its host",
  })
  .meta({ pattern: "^https?://.", examples: ["https://bots.example.com/yagura"] });

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return ["http:", "https:"].includes(protocol) && hostname !== "" && username === "" && password === "";
}
