/** Mails: each alert that names a recipient becomes a mail an address, delivered from the outbox. */
import type { Log } from "../../lib/log.ts";
import { namedByAnother } from "../../model/news-words.ts";
import { damagedNews, givenUpNews } from "../delivery/given-up.ts";
import { member } from "../member.ts";
import type { Output } from "../output.ts";
import { mailOf } from "./letter.ts";
import { lostMail } from "./lost-mail.ts";
import { emailMistakes, emailSchema, emailWarnings, isRealMailServer, resolveEmail } from "./settings.ts";
import { templatesOf } from "./templates/letter-templates.ts";

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
    const { readTemplates } = await import("./templates/read-templates.ts");
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
    failure: lostMail.failure,
    damaged: (remains, events) => damagedNews(lostMail, remains, events),
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
        tell(givenUpNews(lostMail, { mail, reason, error, at: clock.now() }, events)),
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
  const { runTemplates } = await import("./templates/run-templates.ts");
  return runTemplates(folder, settings, log);
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
