/** Words in a header that every mail program reads as the ones that they are (RFC 2047). */

/** Most bytes of an encoded word, so that it is no longer than mail programs take. */
const chunkMax = 42;

/** Whether a mail program would read a part of the text as encoded, and show something else. */
export function looksEncoded(line: string): boolean {
  return line.includes("=?");
}

/** One line as encoded words; none of them splits a letter. */
export function encodedWords(line: string): string {
  const chunks: string[] = [];
  let chunk = "";
  for (const character of line) {
    if (Buffer.byteLength(chunk + character) > chunkMax) {
      chunks.push(chunk);
      chunk = "";
    }
    chunk += character;
  }
  return [...chunks, chunk].map((part) => `=?UTF-8?B?${Buffer.from(part).toString("base64")}?=`).join(" ");
}
