/** Mails: each alert that names a recipient becomes a mail an address, delivered from the outbox. */
import { member } from "../member.ts";
import { damagedMails, givenUpNews } from "./given-up.ts";
import { mailOf } from "./letter/letter.ts";
import { emailMistakes, emailSchema, emailWarnings, isRealMailServer, resolveEmail } from "./settings.ts";

export const email = member({
  name: "email",
  about: "mails",
  schema: emailSchema,
  secrets: ["smtp", "clientSecret", "refreshToken"],
  resolve: resolveEmail,
  mistakes: emailMistakes,
  warnings: emailWarnings,
  notify: {
    about: "who gets a mail: email:NAME, a name from the settings' `email.recipients`",
    example: "email:desk",
    names: ({ recipients }) => Object.keys(recipients),
    language: ({ language }) => language,
  },
  queued: {
    addresses: ({ recipients }, name) => recipients[name] ?? [],
    draft: ({ from }, asked, address) => mailOf(asked, from, address),
    isOneACause: true,
    // Nobody's mailbox is a place to try things out.
    withheld: ({ smtp, sendSimulated }) =>
      sendSimulated || !isRealMailServer(smtp) ? undefined : "simulated",
    withheldWords: {
      simulated:
        "what is simulated is not sent to a mail server that is not on this machine (`email.sendSimulated`)",
      "same-cause": "another alert about the same event is graver or came first, and its mail names this one",
    },
    damaged: damagedMails,
  },
  listens: () => undefined,
  // Loaded with the monitor alone: commands that read the settings need no mail library.
  async create(settings, { outbox, deliveries, clock, log, events, tell }) {
    const { createEmail } = await import("./email.ts");
    const output = createEmail({
      smtp: settings.smtp,
      oauth2: settings.oauth2,
      outbox,
      clock,
      onFailed: (mail, reason, error) => tell(givenUpNews({ mail, reason, error, at: clock.now() }, events)),
      log,
    });
    return {
      output,
      settings: () => settings,
      measures: [
        {
          name: "yagura_mails_waiting",
          help: "Mails in the outbox that wait to be sent.",
          kind: "gauge",
          read: () => deliveries.counts().waiting,
        },
        {
          name: "yagura_mails_failed",
          help: "Mails given up that are still kept.",
          kind: "gauge",
          read: () => deliveries.counts().failed,
        },
      ],
    };
  },
  refusal: ({ message }) => `email: ${message}`,
  // Mails in flight.
  stopMs: 5_000,
  trial: {
    addresses: ({ recipients }, only) =>
      only === undefined ? [...new Set(Object.values(recipients).flat())] : [only],
    async send({ smtp, oauth2, from }, address, how) {
      const { sendTestMail } = await import("./send-test.ts");
      return sendTestMail({ smtp, oauth2, from, address, ...how });
    },
  },
  testing: undefined,
});
