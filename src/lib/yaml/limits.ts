/** What is refused before the parser sees it, since deep nesting costs it far more than the text's length. */

const yamlLimits = { characters: 2_000_000, brackets: 500, columns: 200 };

/** The first place that goes beyond a limit. Linear, whatever the text. */
export function overLimit(text: string): { offset: number; message: string } | undefined {
  if (text.length > yamlLimits.characters) {
    return { offset: 0, message: `the file is longer than ${yamlLimits.characters} characters` };
  }
  return tooManyBrackets(text) ?? tooFarIndented(text);
}

// Counts those in texts too, which need not have their partners: hence far more than a person would nest.
function tooManyBrackets(text: string): { offset: number; message: string } | undefined {
  let depth = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const letter = text.charCodeAt(offset);
    if (letter === 0x5b || letter === 0x7b) depth++;
    else if ((letter === 0x5d || letter === 0x7d) && depth > 0) depth--;
    if (depth > yamlLimits.brackets) return { offset, message: "too many brackets inside each other" };
  }
  return undefined;
}

// Block nesting shows as indentation, or as a run of "- - - " on one line.
function tooFarIndented(text: string): { offset: number; message: string } | undefined {
  let offset = 0;
  for (const line of text.split("\n")) {
    const [lead = ""] = /^[ \t?:-]*/.exec(line) ?? [];
    const isDivider = /^\s*-*\s*$/.test(line);
    if (lead.length > yamlLimits.columns && !isDivider) {
      return { offset, message: "too many levels inside each other" };
    }
    offset += line.length + 1;
  }
  return undefined;
}
