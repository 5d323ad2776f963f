/** Webhooks: each alert that names a recipient becomes a request a target, delivered from the outbox. */
import { namedByAnother } from "../../model/news-words.ts";
import { damagedNews, givenUpNews, type LosingOutput } from "../delivery/given-up.ts";
import { member } from "../member.ts";
import { formats } from "./formats/index.ts";
import { json } from "./formats/json.ts";
import { requestIdOf, requestOf } from "./message.ts";
import {
  isInside,
  resolveWebhook,
  targetsOf,
  type WebhookSettings,
  webhookMistakes,
  webhookNames,
  webhookSchema,
  webhookWarnings,
} from "./settings.ts";

// Requests as the news of lost deliveries tells of them.

export const losingWebhook: LosingOutput = {
  name: "webhook",
  failure: "webhook.failed",
  messageIdOf: requestIdOf,
};

export const webhook = member({
  name: "webhook",
  about: "messages to chats and programs, as requests to their addresses",
  schema: webhookSchema,
  secrets: [...new Set(formats.flatMap(({ secrets }) => secrets))],
  mayBeUnset: {},
  resolve: resolveWebhook,
  mistakes: webhookMistakes,
  // Loaded where there are templates alone, here and below.
  async fileMistakes(settings) {
    if (!hasTemplates(settings)) return [];
    return (await import("./target-templates.ts")).templateMistakes(settings);
  },
  warnings: webhookWarnings,
  notify: {
    about:
      "who gets a message: webhook:NAME, a name from the settings' `webhook.recipients` or `webhook.targets`",
    example: "webhook:desk",
    names: webhookNames,
    language: ({ language }) => language,
  },
  queued: {
    addresses: targetsOf,
    draft(settings, asked, address) {
      const target = settings.targets[address];
      if (target === undefined) throw new Error(`there is no target ${address}`);
      return requestOf(asked, address, target);
    },
    isOneACause: true,
    // What stands in a chat is read as news.
    withheld({ sendSimulated, targets }, address) {
      const target = targets[address];
      return sendSimulated || target === undefined || isInside(target) ? undefined : "simulated";
    },
    // Programs follow no links.
    leaves: ({ targets }) =>
      Object.values(targets).some((target) => target.format !== json.name && !isInside(target)),
    withheldWords: {
      simulated: {
        en: "what is simulated is not sent to a target outside of one's own network (`webhook.sendSimulated`)",
        ja: "シミュレーションのデータは、自分のネットワークの外の送信先には送信されません（`webhook.sendSimulated`）",
      },
      "same-cause": namedByAnother,
    },
    failure: losingWebhook.failure,
    damaged: (remains, events) => damagedNews(losingWebhook, remains, events),
  },
  listens: () => undefined,
  // Loaded with the monitor alone: commands that read the settings send nothing.
  async create(settings, { outbox, attempts, clock, log, events, tell }) {
    const { createWebhook } = await import("./webhook.ts");
    if (hasTemplates(settings))
      await (await import("./target-templates.ts")).runTargetTemplates(settings, log);
    const output = createWebhook({
      ...{ targets: settings.targets, outbox, attempts, clock, log },
      onFailed: (mail, reason, error) =>
        tell(givenUpNews(losingWebhook, { mail, reason, error, at: clock.now() }, events)),
    });
    return { output, settings: () => settings, readers: undefined, measures: [] };
  },
  refusal: ({ message }) => `webhook: ${message}`,
  // Requests in flight; one that is cut comes again under its id.
  stopMs: 1_000,
  trial: {
    addresses: (settings, only) =>
      only === undefined ? Object.keys(settings.targets) : targetsOf(settings, only),
    async send({ targets }, address, how) {
      const { sendTestRequest } = await import("./send-test.ts");
      return sendTestRequest({ targets, address, ...how });
    },
  },
  testing: undefined,
});

function hasTemplates({ targets }: WebhookSettings): boolean {
  return Object.values(targets).some(({ template }) => template !== undefined);
}
