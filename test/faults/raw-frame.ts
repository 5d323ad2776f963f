/** A frame of RFC 6455, section 5.2, with anything wrong that a case wants wrong. */
export interface RawFrame {
  readonly fin?: boolean;
  /** The three reserved bits, 0 to 7. */
  readonly rsv?: number;
  readonly opcode?: number;
  readonly masked?: boolean;
  readonly payload?: string | Buffer;
  /** Bytes of the extended length: 0, 2 or 8; by default the fewest. */
  readonly lengthBytes?: 0 | 2 | 8;
  /** What the length says, where that is not the payload's. */
  readonly says?: bigint;
}

const mask = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);

export function rawFrame({
  fin = true,
  rsv = 0,
  opcode = 1,
  masked = true,
  payload = "",
  lengthBytes,
  says,
}: RawFrame): Buffer {
  const data = Buffer.from(payload);
  const length = says ?? BigInt(data.length);
  const extended = lengthBytes ?? (length < 126n ? 0 : length < 65_536n ? 2 : 8);
  const head = Buffer.alloc(2 + extended);
  head[0] = (fin ? 0x80 : 0) | (rsv << 4) | opcode;
  head[1] = (masked ? 0x80 : 0) | (extended === 0 ? Number(length) : extended === 2 ? 126 : 127);
  if (extended === 2) head.writeUInt16BE(Number(length), 2);
  if (extended === 8) head.writeBigUInt64BE(length, 2);
  if (!masked) return Buffer.concat([head, data]);
  return Buffer.concat([head, mask, data.map((byte, at) => byte ^ (mask[at % 4] ?? 0))]);
}

export const text = (payload: string | Buffer, more: RawFrame = {}): Buffer => rawFrame({ ...more, payload });

/** Fragments of one message; the first carries the opcode. */
export function fragments(parts: readonly (string | Buffer)[], opcode = 1): Buffer[] {
  return parts.map((payload, at) =>
    rawFrame({ payload, opcode: at === 0 ? opcode : 0, fin: at === parts.length - 1 }),
  );
}

/** A close frame with a code, and a reason. */
export function closeFrame(code: number, reason: string | Buffer = ""): Buffer {
  const payload = Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason)]);
  return rawFrame({ opcode: 8, payload });
}
