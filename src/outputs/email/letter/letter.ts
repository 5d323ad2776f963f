/** Notifications as mails: one draft an address. Pure. */
import type { MailDraft, MailExtras } from "../../../model/mail.ts";
import type { Notification } from "../../../model/notification.ts";
import type { AskedMail } from "../../member.ts";
import type { TemplateFormat } from "../templates/compile-template.ts";
import type { LetterTemplates } from "../templates/letter-templates.ts";
import { variablesOf } from "../templates/variables.ts";
import { alertContent } from "./alert-content.ts";
import type { LetterContent } from "./content.ts";
import { brakeContent, digestContent, groupContent } from "./group-content.ts";
import { chartIdOf, filterHeaders, messageIdOf, threadHeaders } from "./headers.ts";
import { htmlPart } from "./html.ts";
import { textPart } from "./text.ts";
import { plainLine, titleMax, type Voice, voiceIn } from "./voice.ts";

/** The mail of a notification to an address of its receiver. */
export function mailOf(
  asked: AskedMail,
  from: string,
  address: string,
  templates?: LetterTemplates,
): MailDraft {
  const { notification, types } = asked;
  const { name, kind, language, at, told } = notification;
  const voice = voiceIn(language, types, at);
  const content = contentOf(asked, voice);
  const { phrases } = voice;
  const severity = content.severity === "info" ? "" : phrases.severities[content.severity];
  const marks = { simulated: phrases.simulated, severity };
  const messageId = messageIdOf(name, address, from);
  const chartId = chartIdOf(messageId);
  const variables = templates && variablesOf(content, { marks, chartId });
  const written = (format: TemplateFormat) =>
    variables === undefined ? undefined : templates?.render(kind, format, variables);
  return {
    message: name,
    alertSeq: told[0]?.entry.seq ?? 0,
    address,
    from,
    messageId,
    date: new Date(at).toISOString(),
    subject: subjectOf(notification, content, voice),
    text: written("txt") ?? textPart(content, marks),
    html: written("html") ?? htmlPart(content, marks, chartId),
    extras: extrasOf(asked, content, address, from),
  };
}

function contentOf(asked: AskedMail, voice: Voice): LetterContent {
  const { kind, told, name } = asked.notification;
  if (kind === "group") return groupContent(asked, voice);
  if (kind === "digest") return digestContent(asked, voice);
  if (kind === "brake") return brakeContent(asked, voice);
  const [lead] = told;
  if (lead === undefined) throw new Error(`the message ${name} tells no alert`);
  return alertContent(asked, lead, voice);
}

const mark = "[SIMULATED] ";

/** The subject of the thread, since mail programs put together what has one; else one of its own. */
function subjectOf({ kind, about, thread }: Notification, content: LetterContent, voice: Voice): string {
  const { simulated, severity, title } = content;
  const { phrases } = voice;
  const known = thread?.subject.replace(mark, "") ?? "";
  // What stands in the subject of a group's first message holds for all of its messages.
  const isOfGroup = kind === "group" && about !== undefined;
  const own = isOfGroup
    ? phrases.groupThread(plainLine(about, titleMax))
    : `${phrases.subjectMarks[severity]}${title}`;
  const subject = known || `[Yagura] ${own}`;
  return `${simulated ? mark : ""}${subject}`;
}

function extrasOf(
  asked: AskedMail,
  { past, severity }: LetterContent,
  address: string,
  from: string,
): MailExtras {
  return {
    ...threadHeaders(asked.notification, address, from),
    headers: filterHeaders(asked, from),
    ...(severity === "critical" && { important: true }),
    ...(past && { chart: { title: past.summary, points: past.points } }),
  };
}
