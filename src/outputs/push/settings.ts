/** The section `push` of the settings: its form, and what is odd about it. */
import * as z from "zod";
import { languages } from "../../model/language.ts";
import type { SettingFinding } from "../member.ts";

export const pushSchema = z
  .strictObject({
    sendSimulated: z
      .boolean()
      .default(false)
      .describe("whether alerts of simulated services go to devices, too"),
    language: z
      .enum(languages)
      .default("en")
      .describe("language of the messages: en or ja; a receiver under `alerts` may have another one"),
    recipients: z
      .array(
        z.string().regex(/^[\p{L}\p{N}_-]{1,60}$/u, {
          error: "a name of a recipient holds letters, digits, - and _",
        }),
      )
      .default([])
      .describe("names for rules' notify; devices sign up for one of them on the page")
      .meta({ examples: [["phone"]] }),
    contact: z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, {
        error: "this must be an address such as mailto:you@example.com or https://yagura.example.com",
      })
      .optional()
      .describe(
        "address at which a push service may complain, mailto: or https:; left out: `publicUrl`, where it is https",
      )
      .meta({ examples: ["mailto:you@example.com"] }),
    allowPrivate: z
      .boolean()
      .default(false)
      .describe("whether a device's push service may be inside one's own network, and without https"),
  })
  .prefault({});

/** Settings of push messages, ready to use. */
export type PushSettings = z.output<typeof pushSchema>;

export function pushMistakes({ recipients }: PushSettings): SettingFinding[] {
  return recipients.flatMap((name, index) =>
    recipients.indexOf(name) === index
      ? []
      : [{ at: ["recipients", index], message: `\`${name}\` is there twice`, suggestion: "leave one out" }],
  );
}

export function pushWarnings(
  { recipients, sendSimulated }: PushSettings,
  simulated: readonly string[],
): SettingFinding[] {
  if (recipients.length === 0 || simulated.length === 0) return [];
  const which = `alerts of simulated services (${simulated.join(", ")})`;
  if (sendSimulated) return [{ at: ["sendSimulated"], message: `${which} are sent, too` }];
  const suggestion = "`sendSimulated: true` under `push` sends them, too";
  return [{ at: ["recipients"], message: `${which} are not sent to devices`, suggestion }];
}
