/** Reads unmasked frames, independently of what wrote them. */
export interface RawFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** The whole frames at the start of the bytes, and what is left over. */
export function decodeFrames(bytes: Buffer): { frames: RawFrame[]; rest: Buffer } {
  const frames: RawFrame[] = [];
  let rest = bytes;
  for (;;) {
    const frame = decodeOne(rest);
    if (frame === undefined) return { frames, rest };
    frames.push({ opcode: frame.opcode, payload: frame.payload });
    rest = rest.subarray(frame.end);
  }
}

export function decodeTextFrames(bytes: Buffer): string[] {
  const { frames, rest } = decodeFrames(bytes);
  if (rest.length > 0) throw new Error("a frame is cut");
  return frames.map(({ opcode, payload }) => {
    if (opcode !== 1) throw new Error(`opcode ${opcode} is no text`);
    return new TextDecoder("utf-8", { fatal: true }).decode(payload);
  });
}

function decodeOne(bytes: Buffer): (RawFrame & { end: number }) | undefined {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  if ((first & 0x80) === 0 || (second & 0x80) !== 0)
    throw new Error("a server's frame is whole and unmasked");
  let length = second;
  let start = 2;
  if (second === 126) {
    if (bytes.length < 4) return undefined;
    length = bytes.readUInt16BE(2);
    start = 4;
  } else if (second === 127) {
    if (bytes.length < 10) return undefined;
    length = Number(bytes.readBigUInt64BE(2));
    start = 10;
  }
  const end = start + length;
  return bytes.length < end ? undefined : { opcode: first & 0x0f, payload: bytes.subarray(start, end), end };
}
