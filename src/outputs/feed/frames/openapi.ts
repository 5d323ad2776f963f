/** What is read over plain HTTP as an OpenAPI 3.1 document, from the schemas that check it. */
import * as z from "zod";
import { logQuery } from "./client-frames.ts";
import { eventFrame, serverFrames } from "./server-frames.ts";

const version = "1.0.0";

const { welcome, subscribed, episode, item, live, heartbeat, bye, error } = serverFrames;

/** The body of an answer without lines. */
export const answerRefusal = z.strictObject({
  error: z.string().describe("for a person"),
  code: error.shape.code.describe("of a mistake in the query").optional(),
});

/** The lines that an answer of the log may have. */
export function logLines(eventTypes: readonly string[]) {
  return { welcome, subscribed, event: eventFrame(eventTypes), episode, item, live, heartbeat, bye };
}

function schemaOf(schema: z.ZodType): object {
  const { $schema: _, ...plain } = z.toJSONSchema(schema);
  return plain;
}

/** The parameters of a query; lists are separated by commas. */
function parameters(): object[] {
  return Object.entries(logQuery.shape).map(([name, schema]) => {
    const { description, ...plain } = schemaOf(schema) as { description?: string; type?: string };
    const list = plain.type === "array" && { style: "form", explode: false };
    return { name, in: "query", description, ...list, schema: plain };
  });
}

function refusal(description: string): object {
  const schema = { $ref: "#/components/schemas/refused" };
  return { description, content: { "application/json": { schema } } };
}

const tokenNeeded = refusal("A token is needed, or another one.");
const otherSite = refusal("The Host or the Origin is not allowed.");

function logPath(lines: readonly string[]): object {
  const line = { oneOf: lines.map((name) => ({ $ref: `#/components/schemas/${name}` })) };
  return {
    get: {
      operationId: "readLog",
      summary: "Entries of the log, open alerts and current items.",
      description:
        "Lines of JSON, each by the schema: first welcome, then subscribed, last heartbeat (or bye). Go on with the " +
        "epoch of the first line and the seq of the last.",
      parameters: parameters(),
      responses: {
        200: { description: "The lines.", content: { "application/x-ndjson": { schema: line } } },
        400: refusal("A mistake in the query."),
        401: tokenNeeded,
        403: otherSite,
        429: refusal("Too many connections, or too many wrong tokens."),
        503: refusal("The monitor stops, or has no room for the condition. Ask after Retry-After."),
      },
    },
  };
}

const calendarPath = {
  get: {
    operationId: "readCalendar",
    summary: "Dates ahead, for calendar programs.",
    security: [],
    parameters: [
      {
        ...{ name: "token", in: "query", required: true, schema: { type: "string" } },
        description: "one of calendarTokens of the settings",
      },
      {
        ...{ name: "lang", in: "query", schema: { enum: ["en", "ja"], default: "ja" } },
        description: "the language of the texts",
      },
    ],
    responses: {
      200: { description: "The dates.", content: { "text/calendar": { schema: { type: "string" } } } },
      404: { description: "The token is not one of them." },
    },
  },
};

/**
 * @param eventTypes the types of events that there are
 * @param addresses at which the port is reached
 */
export function openApi(eventTypes: readonly string[], addresses: readonly URL[]): object {
  const lines = logLines(eventTypes);
  const schemas = Object.entries({ ...lines, refused: answerRefusal }).map(([name, schema]) => [
    name,
    schemaOf(schema),
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Yagura over HTTP",
      version,
      description:
        "What the feed tells, for programs without a WebSocket. /asyncapi.json describes the feed.",
    },
    servers: addresses.map(({ origin, pathname }) => ({ url: `${origin}${pathname.replace(/\/+$/, "")}` })),
    security: [{ token: [] }, {}],
    paths: { "/log": logPath(Object.keys(lines)), "/calendar.ics": calendarPath },
    components: {
      schemas: Object.fromEntries(schemas),
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "Only where tokens are configured." },
      },
    },
  };
}
