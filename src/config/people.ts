/** The section `people`: who there is, by name, and the tokens, receivers and watchlists that are theirs. */
import * as z from "zod";
import { type AlertFinding, unknownReceiver } from "../alerts/check-settings.ts";
import { accessToken, calendarToken, shortTokenWarning } from "../lib/access-token.ts";
import { didYouMean } from "../lib/text/nearest.ts";
import { isBlank, tameLine } from "../lib/text/tame.ts";
import { languages } from "../model/language.ts";
import { nameKey, type Person } from "../model/people.ts";
import { noWatchlist } from "../model/watchlists.ts";

/** The page asks for no longer one. */
const longestName = 60;

const person = z
  .strictObject({
    tokens: z
      .array(accessToken)
      .default([])
      .describe("tokens of this person alone, with the rights of `feed.tokens`")
      .meta({ examples: [["a-long-random-text"]] }),
    operators: z
      .array(accessToken)
      .default([])
      .describe("tokens of this person alone, with the rights of `feed.operators`")
      .meta({ examples: [["another-long-random-text"]] }),
    calendarTokens: z
      .array(calendarToken)
      .default([])
      .describe(
        "tokens of this person alone for the address of /calendar.ics, which then has the days of their watchlists",
      )
      .meta({ examples: [["yet-another-long-random-text"]] }),
    receivers: z
      .array(z.string())
      .optional()
      .describe("receivers that this person reads; left out: alerts that anybody is sent are theirs")
      .meta({ examples: [["email:aoi"]] }),
    watchlists: z
      .array(z.string())
      .optional()
      .describe("watchlists that are this person's; left out: all of them")
      .meta({ examples: [["core"]] }),
    language: z.enum(languages).optional().describe("language of the page, until the person chooses one"),
  })
  .refine(({ tokens, operators }) => tokens.length + operators.length > 0, {
    error: "a person needs a token: nobody could come in as them",
  });

const name = z.string().refine((text) => !isBlank(text) && tameLine(text, longestName) === text, {
  error: `a person's name is one line of at most ${longestName} characters, without blanks around it`,
});

export const peopleSection = z
  .record(name, person)
  .default({})
  .describe("who comes in, by name; their answers carry it, and their consumers are theirs alone")
  .meta({ examples: [{ aoi: { operators: ["a-long-random-text"], watchlists: ["core"] } }] });

type WrittenPeople = z.output<typeof peopleSection>;

export function peopleFrom(written: WrittenPeople): Person[] {
  return Object.entries(written).map(([own, rest]) => ({ name: own, ...rest }));
}

/** Lists of tokens outside the section, each by the name of its setting. */
type OtherTokens = Readonly<Record<string, readonly string[]>>;

/** Names that look the same, tokens that are not one person's, and watchlists that there are not. */
export function peopleMistakes(
  written: WrittenPeople,
  { tokens, watchlists }: { readonly tokens: OtherTokens; readonly watchlists: readonly string[] },
): AlertFinding[] {
  return [...sameNames(written), ...sharedTokens(written, tokens), ...unknownLists(written, watchlists)];
}

function sameNames(written: WrittenPeople): AlertFinding[] {
  const seen = new Map<string, string>();
  return Object.keys(written).flatMap((own): AlertFinding[] => {
    const before = seen.get(nameKey(own));
    seen.set(nameKey(own), own);
    if (before === undefined) return [];
    return [
      { at: [own], isKey: true, message: `this name is read as \`${before}\`, which is there already` },
    ];
  });
}

const tokenLists = ["tokens", "operators", "calendarTokens"] as const;

/** No finding repeats the token. */
function sharedTokens(written: WrittenPeople, others: OtherTokens): AlertFinding[] {
  const holders = new Map<string, string>();
  for (const [setting, tokens] of Object.entries(others))
    for (const token of tokens) holders.set(token, `in \`${setting}\`, too`);
  return Object.entries(written).flatMap(([own, lists]) =>
    tokenLists.flatMap((list) =>
      lists[list].flatMap((token, place): AlertFinding[] => {
        const before = holders.get(token);
        holders.set(token, `a token of \`${own}\` already`);
        if (before === undefined) return [];
        const suggestion = "a token is one person's alone: make another, openssl rand -hex 24";
        return [{ at: [own, list, place], message: `this token is ${before}`, suggestion }];
      }),
    ),
  );
}

function unknownLists(written: WrittenPeople, known: readonly string[]): AlertFinding[] {
  return Object.entries(written).flatMap(([own, { watchlists = [] }]) =>
    watchlists.flatMap((list, place) =>
      known.includes(list) ? [] : [{ at: [own, "watchlists", place], ...unknownWatchlist(list, known) }],
    ),
  );
}

/** What is wrong with the name of a watchlist that there is not. */
export function unknownWatchlist(list: string, known: readonly string[]) {
  const there = known.length === 0 ? "the settings have none" : `there are ${known.join(", ")}`;
  return { message: noWatchlist(list), suggestion: didYouMean(list, known) ?? there };
}

/** Receivers that there are not. */
export function unknownReceivers(people: readonly Person[], known: readonly string[]): AlertFinding[] {
  return people.flatMap(({ name: own, receivers = [] }) =>
    receivers.flatMap((receiver, place) =>
      known.includes(receiver)
        ? []
        : [{ at: [own, "receivers", place], ...unknownReceiver(receiver, known) }],
    ),
  );
}

/** Warnings about tokens that can be guessed, and about people who are told of nothing or of what is sent to all. */
export function oddPeople(people: readonly Person[]): AlertFinding[] {
  return [...shortTokens(people), ...oddReceivers(people)];
}

function oddReceivers(people: readonly Person[]): AlertFinding[] {
  const isTold = people.some(({ receivers = [] }) => receivers.length > 0);
  return people.flatMap(({ name: own, receivers }): AlertFinding[] => {
    const suggestion = "`receivers: [email:NAME]` names theirs";
    if (receivers?.length === 0)
      return [{ at: [own, "receivers"], message: "no message is this person's", suggestion }];
    // Where nobody has any, all messages are everybody's.
    if (receivers !== undefined || !isTold) return [];
    return [{ at: [own], message: "the messages of all others are this person's as well", suggestion }];
  });
}

function shortTokens(people: readonly Person[]): AlertFinding[] {
  return people.flatMap((one) =>
    tokenLists.flatMap((list) =>
      one[list].flatMap((token, place) => {
        const warning = shortTokenWarning(token);
        return warning === undefined ? [] : [{ at: [one.name, list, place], ...warning }];
      }),
    ),
  );
}
