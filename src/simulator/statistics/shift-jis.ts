/** Text as Shift_JIS. Node decodes it but does not encode it: the table is the decoder, turned round. */
export function encodeShiftJis(text: string): Buffer {
  table ??= createTable();
  const bytes: number[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const pair = code < 0x80 ? code : (table.get(letter) ?? 0x3f);
    if (pair > 0xff) bytes.push(pair >> 8);
    bytes.push(pair & 0xff);
  }
  return Buffer.from(bytes);
}

let table: ReadonlyMap<string, number> | undefined;

function createTable(): ReadonlyMap<string, number> {
  const decoder = new TextDecoder("shift_jis");
  const found = new Map<string, number>();
  const add = (pair: number, bytes: number[]) => {
    const letter = decoder.decode(new Uint8Array(bytes));
    // Some letters stand in the table twice; the first place is the usual one.
    if (letter !== "\ufffd" && letter.length === 1 && !found.has(letter)) found.set(letter, pair);
  };
  for (let single = 0xa1; single <= 0xdf; single += 1) add(single, [single]);
  for (let lead = 0x81; lead <= 0xef; lead += 1) {
    if (lead > 0x9f && lead < 0xe0) continue;
    for (let trail = 0x40; trail <= 0xfc; trail += 1)
      if (trail !== 0x7f) add((lead << 8) | trail, [lead, trail]);
  }
  return found;
}
