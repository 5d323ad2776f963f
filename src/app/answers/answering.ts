/** What a running monitor offers to those who answer alerts: calls for commands, pages for links, and the links. */
import { setSilences } from "../../alerts/answers/silences.ts";
import type { Policy, Quieted } from "../../alerts/policy.ts";
import type { JsonRoute, PageRoute } from "../../lib/http/port.ts";
import type { AlertFacts } from "../../model/alerts.ts";
import type { TradingCalendar } from "../../model/dates.ts";
import type { LogEntry } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import { type Person, personOf } from "../../model/people.ts";
import type { Silence } from "../../model/silence.ts";
import type { AlertLinks } from "../../outputs/member.ts";
import type { Change } from "../../pipeline/change.ts";
import type { Store } from "../../store/store.ts";
import { createAnswers } from "./answers.ts";
import { controlRoutes } from "./control-routes.ts";
import { pageRoutes } from "./page-routes.ts";
import { alertLinks, createLinkKey } from "./signed-links.ts";

export interface AnsweringParts {
  readonly store: Pick<Store, "alerts" | "log" | "meta">;
  readonly policy: Policy;
  readonly types: EventTypes;
  /** Those whom the settings name. */
  readonly people: readonly Person[];
  /** Address at which people reach the page; undefined: mails have no links, and there are no pages for them. */
  readonly publicUrl: string | undefined;
  calendar(): TradingCalendar;
  /** ms since 1970. */
  now(): number;
  /** Commits the change; throws a StoreError where that could not be written. */
  tell(change: Change): void;
}

export interface Answering {
  readonly routes: readonly JsonRoute[];
  readonly pages: readonly PageRoute[];
  /** What quiets alerts at this moment. */
  quietedNow(): (facts: AlertFacts) => Quieted | undefined;
  /** Links about an alert for a receiver; undefined: there are none. */
  links(alert: LogEntry, receiver: string): AlertLinks | undefined;
}

export function createAnswering({ store, policy, people, publicUrl, ...parts }: AnsweringParts): Answering {
  const { alerts: memory, log } = store;
  const { calendar, now } = parts;
  const quieted = (facts: AlertFacts, at: number, silences: readonly Silence[]) =>
    policy.quieted(facts, at, silences, calendar());
  const answers = createAnswers({ ...parts, memory, log, quieted });
  const routes = controlRoutes(answers, people);
  const quietedNow = () => {
    const at = now();
    const silences = setSilences(memory, at);
    return (facts: AlertFacts) => quieted(facts, at, silences);
  };
  if (publicUrl === undefined) return { routes, pages: [], quietedNow, links: () => undefined };
  const key = createLinkKey(store.meta);
  const languageOf = (receiver: string) => policy.terms(receiver).language;
  const notices = memory.ofAlert;
  return {
    routes,
    quietedNow,
    pages: pageRoutes({
      ...{ memory, log, types: parts.types, calendar, now, quieted },
      ...{ answers, publicUrl, key, languageOf, notices },
      // A receiver that is one person's answers by their name.
      signerOf: (receiver) => personOf(receiver, people) ?? receiver,
    }),
    links(alert, receiver) {
      const signing = key();
      return signing && alertLinks(alert.event, receiver, { publicUrl, key: signing });
    },
  };
}
