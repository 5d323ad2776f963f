/** The mail about an example of a rule, as it would go out. */
import type { Config } from "../../config/config.ts";
import { eventTypesOf } from "../../files/event-types.ts";
import { authority } from "../../lib/http/url.ts";
import type { LogEntry } from "../../model/event.ts";
import type { Language } from "../../model/language.ts";
import { listenerOf, notifyTargets } from "../../outputs/index.ts";
import { createMailing } from "../../outputs/mailing.ts";
import { alertDraft } from "../../pipeline/judging/raising.ts";
import { exampleAlert } from "../../rules/check/examples.ts";
import type { CompiledRule } from "../../rules/compiled-rule.ts";

/** Composes mails as the settings do, to the first receiver that they have. */
export function exampleMails(config: Config, language: Language) {
  const [receiver = ""] = notifyTargets(config.outputs);
  const mailing = createMailing(config.outputs, {
    types: eventTypesOf(config),
    monitorUrl: () => `http://${authority(listenerOf(config.outputs))}/`,
    watchlists: () => ({}),
    simulated: () => false,
  });
  /** Undefined where no example of the rule fires. */
  return (rule: CompiledRule): { title: string; text: string } | undefined => {
    const example = rule.examples.find(({ expected }) => expected === "fires");
    const given = example && exampleAlert(rule, example);
    if (given === undefined) return undefined;
    const { cause, firing } = given;
    const { time } = cause.event;
    const draft = alertDraft(firing, cause, {});
    const event = { specversion: "1.0", id: "example", datacontenttype: "application/json", time, ...draft };
    const at = Date.parse(time);
    const entry = { seq: cause.seq + 1, event: event as LogEntry["event"] };
    const [mail] = mailing.compose([
      {
        ...{ kind: "alert", name: "example", receiver, route: "", language, at, all: 1 },
        told: [{ entry, cause, reason: "first", times: 1, since: at }],
      },
    ]);
    return mail && { title: mail.subject, text: mail.text };
  };
}
