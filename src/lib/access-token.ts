/** Tokens by which people and programs come in, as settings write them. */
import { checkedText, filledText } from "./yaml/validate-yaml.ts";

/** An empty one would be no token, and without tokens everybody comes in. */
export const accessToken = filledText("this token is empty", "set what it comes from, or remove the entry");

/** It stands in addresses that programs keep, and opens nothing else. */
export const calendarToken = checkedText((text) =>
  /^[A-Za-z0-9_-]{24,}$/.test(text)
    ? undefined
    : {
        message: "a token of the calendar has at least 24 letters, digits, - and _",
        suggestion: "make one: openssl rand -hex 24",
      },
);

/** Shorter ones are guessed. */
const shortestToken = 16;

/** A warning about a token that is short; undefined: it is long enough. */
export function shortTokenWarning(token: string) {
  if (token.length >= shortestToken) return undefined;
  return {
    message: `a token of fewer than ${shortestToken} characters can be guessed`,
    suggestion: "make one: openssl rand -hex 24",
  };
}
