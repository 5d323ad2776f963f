/** The content of a message: of one alert, of a group, of a digest, or about a braked rule. Pure. */
import type { AskedMail } from "../member.ts";
import { alertContent } from "./alert-content.ts";
import type { LetterContent, Marks } from "./content.ts";
import { brakeContent, digestContent, groupContent } from "./group-content.ts";
import type { Voice } from "./voice.ts";

export function contentOf(asked: AskedMail, voice: Voice): LetterContent {
  const { kind, told, name } = asked.notification;
  if (kind === "group") return groupContent(asked, voice);
  if (kind === "digest") return digestContent(asked, voice);
  if (kind === "brake") return brakeContent(asked, voice);
  const [lead] = told;
  if (lead === undefined) throw new Error(`the message ${name} tells no alert`);
  return alertContent(asked, lead, voice);
}

export function marksOf({ severity }: LetterContent, { phrases }: Voice): Marks {
  return {
    simulated: phrases.simulated,
    severity: severity === "info" ? "" : phrases.severities[severity],
  };
}
