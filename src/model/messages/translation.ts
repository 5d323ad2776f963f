/** Messages in English, known by their pairs and said in Japanese. */
import type { Pair } from "../language.ts";

interface Pattern {
  readonly matches: RegExp;
  readonly japanese: string;
  /** Characters that are not the file's: the pattern with most of them is the one that was meant. */
  readonly own: number;
}

const places = /\{(\d)\}/;

/** Forms, names and examples that stand in the place of something of the file, and are ours. */
const ownPlaces =
  /^(?:this must be|did you mean|no such|unknown key) |(?:one (?:looks like|is named like)|such as|as in) $/;

export interface Translation {
  /** The message in Japanese; undefined: it has no translation. */
  inJapanese(message: string): string | undefined;
  /**
   * What the monitor said of a delivery, a poll or a call, in Japanese: the sentence, and what a server said behind it
   * or the host before it as they are. What has no translation stays as it is.
   */
  answerInJapanese(message: string): string;
  /**
   * The parts of a message, from and to, that may be words of the file; the others are ours. Undefined: the message is
   * none that is known here.
   */
  fileWordsIn(message: string): [from: number, to: number][] | undefined;
}

export function createTranslation(pairs: readonly Pair[]): Translation {
  // Made at the first message, since most calls have none; always the same.
  let made: readonly Pattern[] | undefined;
  const patterns = (): readonly Pattern[] => {
    made ??= pairs.map(patternOf).sort((one, other) => other.own - one.own);
    return made;
  };
  const inJapanese = (message: string): string | undefined => {
    for (const { matches, japanese } of patterns()) {
      const { groups } = matches.exec(message) ?? {};
      if (groups !== undefined) return japanese.replace(/\{(\d)\}/g, (_, place) => groups[`_${place}`] ?? "");
    }
    return undefined;
  };
  return {
    inJapanese,
    answerInJapanese(message) {
      const whole = inJapanese(message);
      if (whole !== undefined) return whole;
      const [, meaning = "", error] = /^(.*?) \((.*)\)$/s.exec(message) ?? [];
      const said = inJapanese(meaning);
      if (said !== undefined) return `${said}（${error}）`;
      const [, host, words = ""] = /^(\S+(?:, \S+)*): (.*)$/s.exec(message) ?? [];
      const after = inJapanese(words);
      return after === undefined ? message : `${host}：${after}`;
    },
    fileWordsIn: (message) => fileWords(message, patterns()),
  };
}

function fileWords(message: string, patterns: readonly Pattern[]): [from: number, to: number][] | undefined {
  for (const { matches } of patterns) {
    const { indices } = matches.exec(message) ?? {};
    if (indices === undefined) continue;
    const places = Object.entries(indices.groups ?? {}).flatMap(([name, range]) =>
      name === "_whole" || range === undefined ? [] : [range],
    );
    return places.filter(([from]) => !ownPlaces.test(message.slice(0, from))).sort(([a], [b]) => a - b);
  }
  return undefined;
}

function patternOf([english, japanese]: Pair): Pattern {
  const seen = new Set<string>();
  let source = "";
  let own = 0;
  for (const [at, part] of english.split(places).entries()) {
    if (at % 2 === 0) {
      source += part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
      own += part.length;
    } else if (seen.has(part)) source += `\\k<_${part}>`;
    else {
      seen.add(part);
      source += `(?<_${part}>.+?)`;
    }
  }
  return { matches: new RegExp(`^(?:${source})(?<_whole>)$`, "ds"), japanese, own };
}
