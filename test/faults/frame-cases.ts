/** Frames of every kind and what they are answered, by RFC 6455 and docs/feed.md. */
import { deflateRawSync } from "node:zlib";
import { jsonCases } from "./json-cases.ts";
import { closeFrame, fragments, rawFrame, text } from "./raw-frame.ts";

/** `closes` with one of these codes, or answers texts: the type of a frame, for errors `error CODE`, for pongs of the WebSocket `PONG payload`. */
export type Expected = { readonly closes: readonly number[] } | { readonly answers: readonly string[] };

export interface FrameCase {
  readonly name: string;
  /** Each is written by itself. */
  readonly writes: readonly Buffer[];
  readonly expected: Expected;
}

export const closes = (...codes: number[]): Expected => ({ closes: codes });
const answers = (...texts: string[]): Expected => ({ answers: texts });

const ping = '{"type":"ping"}';
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const named = (name: string, writes: Buffer | Buffer[], expected: Expected): FrameCase => ({
  name,
  writes: [writes].flat(),
  expected,
});
const control = { 8: "close", 9: "ping", 10: "pong" } as const;
const controls = [8, 9, 10] as const;

/** 5.2: reserved bits are 0 unless an extension says otherwise; none is agreed on. */
const reservedBits = [0, 1, 2, 8, 9, 10].flatMap((opcode) =>
  range(1, 7).map((rsv) =>
    named(`reserved bits ${rsv} on opcode ${opcode}`, rawFrame({ opcode, rsv, payload: "" }), closes(1002)),
  ),
);

/** 5.2: an unknown opcode fails the connection. */
const unknownOpcodes = [...range(3, 7), ...range(11, 15)].flatMap((opcode) => [
  named(`opcode ${opcode}`, rawFrame({ opcode, payload: "x" }), closes(1002)),
  named(`opcode ${opcode} in fragments`, rawFrame({ opcode, fin: false }), closes(1002)),
]);

/** 5.1: a server closes where a frame is not masked. */
const unmasked = [1, 2, 8, 9, 10].flatMap((opcode) =>
  ["", ping].map((payload) =>
    named(
      `unmasked, opcode ${opcode}, "${payload}"`,
      rawFrame({ opcode, masked: false, payload }),
      closes(1002),
    ),
  ),
);

/** 5.5: control frames have 125 bytes at most and are never in fragments. */
const badControls = controls.flatMap((opcode) => [
  ...[126, 127, 65_535, 65_536].map((length) =>
    named(
      `${control[opcode]} of ${length} bytes`,
      rawFrame({ opcode, payload: Buffer.alloc(length, 3) }),
      closes(1002),
    ),
  ),
  named(
    `${control[opcode]} with a length of two bytes for 5`,
    rawFrame({ opcode, lengthBytes: 2, payload: "\u0003\u00e8abc".slice(0, 5) }),
    closes(1002),
  ),
  ...["", "abc"].map((payload) =>
    named(
      `${control[opcode]} in fragments, "${payload}"`,
      rawFrame({ opcode, fin: false, payload }),
      closes(1002),
    ),
  ),
]);

/** 5.4: fragments of one message follow each other, with control frames between them at most. */
const fragmentOrder = [
  ...[true, false].flatMap((fin) =>
    ["", ping].map((payload) =>
      named(
        `a continuation of nothing, last: ${fin}, "${payload}"`,
        rawFrame({ opcode: 0, fin, payload }),
        closes(1002),
      ),
    ),
  ),
  ...[1, 2].flatMap((opcode) =>
    [true, false].map((fin) =>
      named(
        `a message of opcode ${opcode} within another, last: ${fin}`,
        [rawFrame({ fin: false, payload: '{"type"' }), rawFrame({ opcode, fin, payload: ping })],
        closes(1002),
      ),
    ),
  ),
  named(
    "a continuation after the last",
    [...fragments(['{"type":', '"ping"}']), rawFrame({ opcode: 0 })],
    closes(1002),
  ),
];

/** 8.1: text that is not UTF-8. */
const badTexts: Record<string, number[]> = {
  "a lone continuation": [0x80],
  "the last continuation": [0xbf],
  "two of them": [0x80, 0xbf],
  "an overlong slash": [0xc0, 0xaf],
  "an overlong zero": [0xc0, 0x80],
  "an overlong letter": [0xc1, 0xbf],
  "an overlong slash of three": [0xe0, 0x80, 0xaf],
  "an overlong of three": [0xe0, 0x9f, 0xbf],
  "an overlong of four": [0xf0, 0x8f, 0xbf, 0xbf],
  "the first surrogate": [0xed, 0xa0, 0x80],
  "the last surrogate": [0xed, 0xbf, 0xbf],
  "a pair of surrogates": [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
  "beyond the last character": [0xf4, 0x90, 0x80, 0x80],
  "five bytes": [0xf8, 0x88, 0x80, 0x80, 0x80],
  "six bytes": [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80],
  "the byte FE": [0xfe],
  "the byte FF": [0xff],
  "two of three": [0xe6, 0xab],
  "one of two": [0xc3],
  "three of four": [0xf0, 0x9f, 0x98],
  "a letter within a character": [0xe6, 0x61, 0x93],
  "Latin 1": [0x63, 0x61, 0x66, 0xe9],
  Shift_JIS: [0x96, 0xee, 0x91, 0x71],
  "UTF-16": [0xff, 0xfe, 0x7b, 0x00],
};
const utf8 = Object.entries(badTexts).flatMap(([name, bytes]) => [
  named(
    `not UTF-8: ${name}`,
    text(Buffer.concat([Buffer.from('{"type":"'), Buffer.from(bytes), Buffer.from('"}')])),
    closes(1007),
  ),
]);
const tower = Buffer.from('{"type":"櫓"}');
const goodTexts = [
  ...range(9, 11).map((at) =>
    named(
      `a character cut after byte ${at} by a fragment`,
      fragments([tower.subarray(0, at), tower.subarray(at)]),
      answers("error unknown-type"),
    ),
  ),
  ...["\u{10ffff}", "\uffff", "\u0000", "\u007f", "😀", "e\u0301"].map((character) =>
    named(
      `the character ${JSON.stringify(character)}`,
      text(JSON.stringify({ type: character })),
      answers("error unknown-type"),
    ),
  ),
  named("a fragment that is not UTF-8", fragments([Buffer.from([0x7b, 0xff]), "}"]), closes(1007)),
];

/** docs/feed.md: 64 KiB a message, whole or in fragments; however the length is written. */
const limit = 64 * 1024;
const padded = (length: number) => `{"type":"ping"${" ".repeat(length - 15)}}`;
const sizes = [
  named("64 KiB", text(padded(limit)), answers("pong")),
  named(
    "64 KiB in three fragments",
    fragments([padded(limit).slice(0, 9), padded(limit).slice(9, 40_000), padded(limit).slice(40_000)]),
    answers("pong"),
  ),
  named("64 KiB and one", text(padded(limit + 1)), closes(4400)),
  named("64 KiB and one in fragments", fragments(["x".repeat(limit), "x"]), closes(4400)),
  named("64 KiB and one of binary", rawFrame({ opcode: 2, payload: Buffer.alloc(limit + 1) }), closes(4400)),
  ...[1n << 20n, 1n << 31n, 1n << 32n, (1n << 53n) - 1n, 1n << 53n].map((says) =>
    named(`a length of ${says} and no more`, text("x", { says }), closes(4400)),
  ),
  // Both apply: the first bit must be 0, and it is too long.
  ...[1n << 63n, (1n << 64n) - 1n].map((says) =>
    named(`a length of ${says}`, text("x", { says }), closes(1002, 4400)),
  ),
  named("a length of two bytes for 15", text(ping, { lengthBytes: 2 }), answers("pong")),
  named("a length of eight bytes for 15", text(ping, { lengthBytes: 8 }), answers("pong")),
  named("a length of eight bytes for 300", text(padded(300), { lengthBytes: 8 }), answers("pong")),
  named(
    "more than 1,024 fragments",
    Buffer.concat([rawFrame({ fin: false }), ...Array(1_024).fill(rawFrame({ opcode: 0, fin: false }))]),
    closes(1008),
  ),
  named(
    "1,024 fragments",
    Buffer.concat([
      rawFrame({ fin: false, payload: ping }),
      ...Array(1_022).fill(rawFrame({ opcode: 0, fin: false })),
      rawFrame({ opcode: 0 }),
    ]),
    answers("pong"),
  ),
];

/** 7.4: codes that may be sent come back, others fail the connection. */
const closing = [
  ...[1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999].map(
    (code) => named(`close ${code}`, closeFrame(code, "so long"), closes(code)),
  ),
  ...[0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 1999, 2000, 2999, 5000, 65_535].map((code) =>
    named(`close ${code}`, closeFrame(code), closes(1002)),
  ),
  named("close without a code", rawFrame({ opcode: 8 }), closes(1005)),
  named("close of one byte", rawFrame({ opcode: 8, payload: "x" }), closes(1002)),
  named("close with the longest reason", closeFrame(1000, "x".repeat(123)), closes(1000)),
  named("close with a reason that is not UTF-8", closeFrame(1000, Buffer.from([0xc3, 0x28])), closes(1007)),
  named("close, and frames behind it", [closeFrame(1000), text("not a frame")], closes(1000)),
  named("close within a message", [rawFrame({ fin: false, payload: "{" }), closeFrame(1001)], closes(1001)),
  named("close right behind a ping", [Buffer.concat([text(ping), closeFrame(1000)])], closes(1000)),
];

/** docs/feed.md: only text. And nothing is compressed. */
const binary = [
  ...["", ping, "\u0000\u0001"].map((payload) =>
    named(`binary "${payload}"`, rawFrame({ opcode: 2, payload }), closes(4400)),
  ),
  named("binary in fragments", fragments([ping, ""], 2), closes(4400)),
  named("a compressed text", rawFrame({ rsv: 4, payload: deflateRawSync(ping) }), closes(1002)),
  named(
    "a compressed text without its bit",
    text(deflateRawSync("x".repeat(200) + "\u00ff".repeat(99))),
    closes(1007, 4400),
  ),
  named(
    "a compressed continuation",
    [rawFrame({ fin: false, payload: "{" }), rawFrame({ opcode: 0, rsv: 4 })],
    closes(1002),
  ),
];

const wholePing = text(ping);
/** 5.4 and 5.5: control frames come between fragments; TCP may cut anywhere. */
const interleaved = [
  named("a ping", rawFrame({ opcode: 9 }), answers("PONG ")),
  named(
    "a ping of 125 bytes",
    rawFrame({ opcode: 9, payload: "p".repeat(125) }),
    answers(`PONG ${"p".repeat(125)}`),
  ),
  named(
    "pongs that nobody asked for",
    [rawFrame({ opcode: 10 }), rawFrame({ opcode: 10, payload: "7" }), wholePing],
    answers("pong"),
  ),
  named(
    "a ping between fragments",
    [
      rawFrame({ fin: false, payload: '{"type":' }),
      rawFrame({ opcode: 9, payload: "a" }),
      rawFrame({ opcode: 0, payload: '"ping"}' }),
    ],
    answers("PONG a", "pong"),
  ),
  named(
    "a pong between fragments",
    [
      rawFrame({ fin: false, payload: '{"type":' }),
      rawFrame({ opcode: 10 }),
      rawFrame({ opcode: 0, payload: '"ping"}' }),
    ],
    answers("pong"),
  ),
  named("empty fragments around", fragments(["", ping, "", ""]), answers("pong")),
  named(
    "ten messages in one segment",
    Buffer.concat(Array(10).fill(wholePing)),
    answers(...Array<string>(10).fill("pong")),
  ),
  named(
    "a byte a segment",
    [...wholePing].map((byte) => Buffer.from([byte])),
    answers("pong"),
  ),
  named("fragments of a byte", fragments([...ping]), answers("pong")),
  ...range(1, wholePing.length - 1).map((at) =>
    named(`cut after byte ${at}`, [wholePing.subarray(0, at), wholePing.subarray(at)], answers("pong")),
  ),
];

export const frameCases: readonly FrameCase[] = [
  ...reservedBits,
  ...unknownOpcodes,
  ...unmasked,
  ...badControls,
  ...fragmentOrder,
  ...utf8,
  ...goodTexts,
  ...sizes,
  ...closing,
  ...binary,
  ...interleaved,
  ...jsonCases.map(([name, json, expected]) =>
    named(
      `JSON: ${name}`,
      [json].flat().map((one) => text(one)),
      expected === "closed" ? closes(4400) : answers(...[expected].flat()),
    ),
  ),
];

const half = (bytes: number) => wholePing.subarray(0, bytes);
/** docs/feed.md, heartbeat: who answers no ping for two heartbeats is closed with 4408, whatever it stopped in. */
export const silences: readonly FrameCase[] = [
  named("nothing at all", [], closes(4408)),
  ...[1, 2, 5, 10].map((bytes) => named(`${bytes} bytes of a frame`, [half(bytes)], closes(4408))),
  named("a fragment of a message", [rawFrame({ fin: false, payload: "{" })], closes(4408)),
  named("a length of 65,535 and three bytes", [text("{ping", { says: 65_535n })], closes(4408)),
];
