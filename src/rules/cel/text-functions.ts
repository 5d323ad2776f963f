/** Taking texts apart. Places in a text count its characters, as size() does. */
import type { Environment } from "@marcbachmann/cel-js";
import { longestText, spend, spendFind } from "./meter.ts";
import { counting, register, type Signatures } from "./register.ts";

type Place = number | bigint;

export function addTexts(environment: Environment): void {
  register(environment, [
    ["string.own_lowerAscii(): string", (text: string) => passed(text).replace(/[A-Z]+/g, lower)],
    ["string.own_upperAscii(): string", (text: string) => passed(text).replace(/[a-z]+/g, upper)],
    ["string.own_trim(): string", (text: string) => passed(text).trim()],
    ["string.own_split(string): list<string>", (text: string, by: string) => split(text, by, -1)],
    ["list<string>.own_join(): string", (texts: readonly string[]) => join(texts, "")],
    ["list<string>.own_join(string): string", join],
    ...["int", "double"].flatMap(cuts),
    ...counting("indexOf", (name, number) => `string.${name}(string): ${number}`, indexOf),
    ...counting("indexOf", (name, number) => `string.${name}(string, ${number}): ${number}`, indexOf),
    ...counting("lastIndexOf", (name, number) => `string.${name}(string): ${number}`, lastIndexOf),
    ...counting("lastIndexOf", (name, number) => `string.${name}(string, ${number}): ${number}`, lastIndexOf),
    ...["string", "bytes", "list", "map"].flatMap(
      (type): Signatures => [
        [`event_size(${type}): double`, size],
        [`${type}.event_size(): double`, size],
      ],
    ),
  ]);
}

/** Functions that take places, which are numbers of one kind or the other. */
function cuts(number: string): Signatures {
  return [
    [`string.own_substring(${number}): string`, substring],
    [`string.own_substring(${number}, ${number}): string`, substring],
    [`string.own_split(string, ${number}): list<string>`, split],
  ];
}

function size(of: string | Uint8Array | readonly unknown[] | object): number {
  if (typeof of === "string") return characterCount(passed(of));
  return Array.isArray(of) || of instanceof Uint8Array ? of.length : Object.keys(of).length;
}

function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const lower = (letters: string): string => letters.toLowerCase();
const upper = (letters: string): string => letters.toUpperCase();

/** The text, whose length is paid for. */
function passed(text: string): string {
  spend(1 + (text.length >> 3));
  return text;
}

function substring(text: string, start: Place, end?: Place): string {
  const characters = charactersOf(text);
  const from = placeIn(characters, start);
  const to = end === undefined ? characters.length : placeIn(characters, end);
  if (to < from) throw new RangeError("the end is before the start");
  return characters.slice(from, to).join("");
}

function indexOf(text: string, part: string, start: Place = 0): number {
  spendFind(text, part);
  const characters = charactersOf(text);
  const from = characters.slice(0, placeIn(characters, start)).join("").length;
  return placeOf(text, text.indexOf(part, from));
}

function lastIndexOf(text: string, part: string, start?: Place): number {
  spendFind(text, part);
  if (start === undefined) return placeOf(text, text.lastIndexOf(part));
  const characters = charactersOf(text);
  const from = characters.slice(0, placeIn(characters, start)).join("").length;
  return placeOf(text, text.lastIndexOf(part, from));
}

function split(text: string, by: string, limit: Place): string[] {
  spendFind(text, by);
  const most = wholeNumber(limit);
  if (most === 0) return [];
  const parts = by === "" ? charactersOf(text) : passed(text).split(by);
  spend(parts.length);
  if (most < 0 || parts.length <= most) return parts;
  return [...parts.slice(0, most - 1), parts.slice(most - 1).join(by)];
}

function join(texts: readonly string[], between: string): string {
  spend(texts.length);
  const length = texts.reduce((sum, text) => sum + text.length + between.length, 0);
  if (length > longestText) throw new RangeError("this text is too long");
  return passed(texts.join(between));
}

function charactersOf(text: string): string[] {
  spend(text.length >> 1);
  return [...text];
}

function placeIn(characters: readonly string[], place: Place): number {
  const at = wholeNumber(place);
  if (at < 0 || at > characters.length) throw new RangeError("there is no such place in the text");
  return at;
}

function wholeNumber(place: Place): number {
  const at = Number(place);
  if (!Number.isInteger(at)) throw new RangeError("a place in a text is a whole number");
  return at;
}

/** @param unit counts UTF-16 units; -1 stays as it is */
function placeOf(text: string, unit: number): number {
  return unit <= 0 ? unit : characterCount(text.slice(0, unit));
}
