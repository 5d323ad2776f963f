/** Bodies that are written while they are sent. */
const chunkLength = 64_000;

/** Texts joined to pieces of some size. */
export function* inChunks(texts: Iterable<string>, encode: (text: string) => Buffer): Generator<Buffer> {
  let waiting = "";
  for (const text of texts) {
    waiting += text;
    if (waiting.length < chunkLength) continue;
    yield encode(waiting);
    waiting = "";
  }
  if (waiting !== "") yield encode(waiting);
}

/** The JSON of a body whose last key is RESULTSET, with these records. */
export function streamJson(body: object, records: Iterable<unknown>): Generator<Buffer> {
  return inChunks(jsonTexts(body, records), (text) => Buffer.from(text));
}

function* jsonTexts(body: object, records: Iterable<unknown>): Generator<string> {
  yield JSON.stringify({ ...body, RESULTSET: [] }).slice(0, -2);
  let comma = "";
  for (const record of records) {
    yield comma + JSON.stringify(record);
    comma = ",";
  }
  yield "]}";
}
