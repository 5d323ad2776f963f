/** Notifications as mails: one draft an address. Pure. */
import type { MailDraft, MailExtras } from "../../model/mail.ts";
import type { Notification } from "../../model/notification.ts";
import type { LetterContent } from "../letter/content.ts";
import { contentOf, marksOf } from "../letter/message-content.ts";
import { textPart } from "../letter/text.ts";
import { plainLine, titleMax, type Voice, voiceIn } from "../letter/voice.ts";
import type { AskedMail } from "../member.ts";
import { variablesOf } from "../templates/variables.ts";
import { chartIdOf, filterHeaders, messageIdOf, threadHeaders } from "./headers.ts";
import { htmlPart } from "./html.ts";
import type { TemplateFormat } from "./templates/compile-template.ts";
import type { LetterTemplates } from "./templates/letter-templates.ts";

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
  const marks = marksOf(content, voice);
  const messageId = messageIdOf(name, address, from);
  const chartId = chartIdOf(messageId);
  const variables = templates && variablesOf(content, { marks, chartId });
  const written = (format: TemplateFormat) =>
    variables === undefined ? undefined : templates?.render(kind, format, variables, asked.templateSteps);
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
