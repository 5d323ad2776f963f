/** Limits that are checked before the parser runs, since deep nesting costs it far more than the text's length. */

const yamlLimits = { characters: 1_000_000, brackets: 40, columns: 200 };

/** The first place that goes beyond a limit. Linear, whatever the text. */
export function overLimit(text: string): { offset: number; message: string } | undefined {
  if (text.length > yamlLimits.characters) {
    return { offset: 0, message: `the file is longer than ${yamlLimits.characters} characters` };
  }
  return notText(text) ?? tooManyBrackets(text) ?? tooFarIndented(text);
}

// What a file in another encoding is read as. It would be taken for text, and what is meant by it lost.
function notText(text: string): { offset: number; message: string } | undefined {
  const offset = text.search(/[\0\ufffd]/);
  return offset < 0 ? undefined : { offset, message: "the file is not UTF-8 from here on: save it as UTF-8" };
}

// Brackets in quotes are text; so are those in plain scalars, but a person leaves few of them open.
function tooManyBrackets(text: string): { offset: number; message: string } | undefined {
  const marks = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[[{]|[\]}]/g;
  let depth = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [letter] = mark;
    if (letter === "[" || letter === "{") depth++;
    else if ((letter === "]" || letter === "}") && depth > 0) depth--;
    if (depth > yamlLimits.brackets) {
      return { offset: mark.index, message: "too many brackets inside each other" };
    }
  }
  return undefined;
}

// A map inside a map on one line is a mistake, but the parser goes in to the last one.
const keysInARow = new RegExp(`^(?:[^\\s"'[{:]+:[ \\t]+){${yamlLimits.columns}}`);

// Block nesting shows as indentation, or as a run of "- - - " or "a: a: a: " on one line.
function tooFarIndented(text: string): { offset: number; message: string } | undefined {
  let offset = 0;
  for (const line of text.split("\n")) {
    const [lead = ""] = /^[ \t?:-]*/.exec(line) ?? [];
    const isDivider = /^\s*-*\s*$/.test(line);
    if ((lead.length > yamlLimits.columns && !isDivider) || keysInARow.test(line)) {
      return { offset, message: "too many levels inside each other" };
    }
    offset += line.length + 1;
  }
  return undefined;
}
