/** Mails: each alert that names a recipient becomes a mail an address, delivered from the outbox. */

import type { Log } from "../../lib/log.ts";
import type { MailDraft, MailExtras } from "../../model/mail.ts";
import { namedByAnother } from "../../model/news-words.ts";
import type { Notification } from "../../model/notification.ts";
import { damagedNews, givenUpNews, type LosingOutput } from "../delivery/given-up.ts";
import type { LetterContent } from "../letter/content.ts";
import { htmlPart } from "../letter/html.ts";
import { marksOf, messageContent } from "../letter/message-content.ts";
import { variablesOf } from "../letter/templates/variables.ts";
import { textPart } from "../letter/text.ts";
import { plainLine, titleMax, type Voice, voiceIn } from "../letter/voice.ts";
import { type AskedMessage, member } from "../member.ts";
import type { Output } from "../output.ts";
import { chartIdOf, filterHeaders, messageIdOf, threadHeaders } from "./headers.ts";
import { type LetterTemplates, type TemplateFormat, templatesOf } from "./running-templates.ts";
import { emailMistakes, emailSchema, emailWarnings, isRealMailServer, resolveEmail } from "./settings.ts";

// Mails as the news of lost deliveries tells of them.

export const losingEmail: LosingOutput = { name: "email", failure: "mail.failed", messageIdOf };

export const email = member({
  name: "email",
  about: "mails",
  schema: emailSchema,
  secrets: ["smtp", "clientSecret", "refreshToken"],
  mayBeUnset: {},
  resolve: resolveEmail,
  mistakes: emailMistakes,
  // Loaded where there are templates alone, here and below.
  async fileMistakes({ templates }) {
    if (templates === undefined) return [];
    const { readTemplates } = await import("./read-templates.ts");
    return (await readTemplates(templates)).problems;
  },
  warnings: emailWarnings,
  notify: {
    about: "who gets a mail: email:NAME, a name from the settings' `email.recipients`",
    example: "email:desk",
    names: ({ recipients }) => Object.keys(recipients),
    language: ({ language }) => language,
  },
  queued: {
    addresses: ({ recipients }, name) => recipients[name] ?? [],
    draft: (settings, asked, address) => mailOf(asked, settings.from, address, templatesOf(settings)),
    isOneACause: true,
    // Nobody's mailbox is a place to try things out.
    withheld: ({ smtp, sendSimulated }) =>
      sendSimulated || !isRealMailServer(smtp) ? undefined : "simulated",
    leaves: ({ smtp }) => isRealMailServer(smtp),
    withheldWords: {
      simulated: {
        en: "what is simulated is not sent to a mail server that is not on this machine (`email.sendSimulated`)",
        ja: "シミュレーションのデータは、このマシンの外のメールサーバーには送信されません（`email.sendSimulated`）",
      },
      "same-cause": namedByAnother,
    },
    failure: losingEmail.failure,
    damaged: (remains, events) => damagedNews(losingEmail, remains, events),
  },
  listens: () => undefined,
  // Loaded with the monitor alone: commands that read the settings need no mail library.
  async create(settings, { outbox, attempts, clock, log, events, tell }) {
    const { createEmail } = await import("./email.ts");
    const templates = settings.templates && (await runTemplatesOf(settings.templates, settings, log));
    const output = createEmail({
      smtp: settings.smtp,
      oauth2: settings.oauth2,
      ...{ outbox, attempts, clock },
      onFailed: (mail, reason, error) =>
        tell(givenUpNews(losingEmail, { mail, reason, error, at: clock.now() }, events)),
      log,
    });
    return {
      output: templates ? stoppingToo(output, templates.stop) : output,
      settings: () => settings,
      readers: undefined,
      measures: [
        {
          name: "yagura_mail_template_failures_total",
          help: "Mails that a template failed on; they have the built-in form.",
          kind: "counter",
          read: () => (templates ? templates.failures() : 0),
        },
      ],
    };
  },
  refusal: ({ message }) => `email: ${message}`,
  // Mails in flight.
  stopMs: 5_000,
  trial: {
    addresses: ({ recipients }, only) =>
      only === undefined ? [...new Set(Object.values(recipients).flat())] : only.includes("@") ? [only] : [],
    async send({ smtp, oauth2, from }, address, how) {
      const { sendTestMail } = await import("./send-test.ts");
      return sendTestMail({ smtp, oauth2, from, address, ...how });
    },
  },
  testing: undefined,
});

async function runTemplatesOf(folder: string, settings: object, log: Log) {
  const { runMailTemplates } = await import("./read-templates.ts");
  return runMailTemplates(folder, settings, log);
}

/** The output with something else that ends when it does. */
function stoppingToo(output: Output, stop: () => void): Output {
  return {
    name: output.name,
    start: () => output.start(),
    wake: () => output.wake(),
    async stop(deadlineMs) {
      stop();
      await output.stop(deadlineMs);
    },
  };
}

// Notifications as mails: one draft an address. Pure.

/** The mail of a notification to an address of its receiver. */
export function mailOf(
  asked: AskedMessage,
  from: string,
  address: string,
  templates?: LetterTemplates,
): MailDraft {
  const { notification, types } = asked;
  const { name, kind, language, at, told } = notification;
  const voice = voiceIn(language, types, at);
  const content = messageContent(asked, voice);
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
  asked: AskedMessage,
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
