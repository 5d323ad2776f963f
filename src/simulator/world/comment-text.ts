/** Texts of the forum's authors: plain text; the service turns it into HTML. */
import phrases from "../../../fixtures/simulator/comments.json" with { type: "json" };
import type { Company } from "./companies.ts";
import { type Dice, pick } from "./dice.ts";
import { dayOf } from "./moment.ts";
import { withCommas } from "./with-commas.ts";

export interface CommentText {
  author: number;
  name: string;
  title: string;
  body: string;
  /** The part that a reply answers. */
  answers?: number;
}

export function writeComment(
  company: Company,
  dice: Dice,
  posted: { part: number; moment: number },
  edited: boolean,
): CommentText {
  const roll = (purpose: number) => dice(company.index, posted.part, 20 + purpose);
  // Squared: a few authors write much, most little.
  const author = Math.floor(roll(1) ** 2 * phrases.authors.length);
  const fill = (text: string) =>
    text
      .replaceAll("{name}", company.name)
      .replaceAll("{code}", company.code)
      .replaceAll("{price}", () => withCommas(company.priceOn(dayOf(posted.moment))));
  const reply = roll(2) < 0.2 && posted.part > 12;
  const lines = [pick(phrases.bodies, roll(3))];
  if (reply) lines.unshift(pick(phrases.replies, roll(4)));
  if (edited) lines.push(pick(phrases.edits, roll(5)));
  return {
    author,
    name: pick(phrases.authors, (author + 0.5) / phrases.authors.length),
    title: fill(pick(phrases.titles, roll(6))),
    body: fill(lines.join("\n")),
    ...(reply ? { answers: posted.part - 1 - Math.floor(roll(7) * 10) } : {}),
  };
}
