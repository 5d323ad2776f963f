/** The numbers of the feed, as docs/feed.md states them. */
export const limits = {
  /** A frame from a client. */
  frameBytes: 64 * 1024,
  /** Pieces that a frame or message may come in; each of them costs memory, however small it is. */
  messagePieces: 1_024,
  subscriptions: 100,
  consumers: 1_000,
  /** Most consumers of one token; where the settings have no token, of one address. */
  consumersPerOwner: 100,
  /** Time in which acks gather for one write, and until one that failed is tried again. */
  gatherMs: 100,
  rewriteMs: 5_000,
  /** Places in one write: a few milliseconds. */
  placesAtOnce: 200,
  /** How often it is noted that a consumer is there. */
  seenEveryMs: 3_600_000,
  /** Queued for one socket before the sender waits for it. */
  highWaterBytes: 64 * 1024,
  /** Queued or committed for a socket that takes nothing. */
  queueBytes: 1024 * 1024,
  /** Longest time that a socket may take nothing while something is queued. */
  stallMs: 10_000,
  /** Time between two looks at the sockets; a stall is only seen this often. */
  sweepMs: 1_000,
  /** For the closing handshake, then the connection is dropped. */
  closeGraceMs: 5_000,
  /** Between two pings where one is not answered yet: how finely slow reading is seen. */
  markerBytes: 16 * 1024,
  /** Before a ping where all were answered. */
  firstMarkerBytes: 64 * 1024,
  /** Entries that live subscribers share in memory. */
  windowEntries: 1_536,
  windowBytes: 3 * 1024 * 1024,
  /** Entries that one step of a pump looks at before others get their turn. */
  stepEntries: 256,
  /** Longest time of turns before the event loop gets its own. */
  sliceMs: 4,
  /** Most turns in it: what they send is written behind them. */
  sliceTurns: 512,
  /** Sockets that new entries are written to without a turn of each: about ten milliseconds. */
  writesAtOnce: 1_024,
  /** Time that one subscriber's conditions may take at once; then they get this share of what passes. */
  conditionBurstMs: 1_000,
  conditionShare: 0.1,
  /** Longest average time for an entry once the burst is used up; more is too costly. */
  conditionMsPerEntry: 5,
  /** Characters of all conditions of a connection, and of those of all connections; one takes up to 130 bytes. */
  conditionChars: 32_000,
  allConditionChars: 750_000,
  /** Longest time that an answer over HTTP waits for an entry, s, and most entries that it may be asked to end with. */
  answerWaitS: 60,
  answerEntries: 100_000,
  /** A longer frame waits for its turn to be read. */
  quickFrameChars: 1_024,
  /** Frames of a client that wait for their turn. */
  waitingChars: 1024 * 1024,
} as const;
