/**
 * Text for services that make links of addresses and have no switch against it, or pass a message on to others that may:
 * the last resort, since it changes what is read.
 */

/** Points and colons by which programs know addresses: `https[:]//evil[.]example`. */
const joint = /(?<=\S)[.．｡](?=[^\s\p{N}\p{P}]|[-_])|(?<=[a-z]):(?=\S)|(?<=\d)\.(?=\d{1,3}\.\d)/giu;

/** The text without addresses that a program would follow; a person reads them. */
export function inertText(text: string): string {
  return text.replace(joint, (mark) => `[${mark}]`);
}

/** How far above a mark its full-width form stands. */
const widthStep = 0xfee0;

/** Text without addresses, its marks of Markdown, HTML and mentions set full-width. */
export function inertEverywhere(text: string): string {
  return inertText(text).replace(/[\\`*_~|<>[\]#@&]/g, (mark) =>
    String.fromCharCode(mark.charCodeAt(0) + widthStep),
  );
}
