/** Errors of the statistics service, by its message codes. */
import { Failure } from "../../lib/failure.ts";
import { QueryError } from "../misfits.ts";

/** The message codes of the statistics service: a name for each, and what it means. */
export const statisticsMessages = {
  M181000I: { status: 200, name: "success", meaning: "success, which may include null values" },
  M181030I: { status: 200, name: "no-data", meaning: "success, no matching data" },
  M181001E: {
    status: 400,
    name: "invalid-input",
    meaning: "a forbidden or full-width character, or a code with its database before it",
  },
  M181002E: { status: 400, name: "invalid-language", meaning: "the language is neither jp nor en" },
  M181003E: { status: 400, name: "invalid-format", meaning: "the format is neither json nor csv" },
  M181004E: { status: 400, name: "database-missing", meaning: "no database is named" },
  M181005E: { status: 400, name: "invalid-database", meaning: "there is no such database" },
  M181006E: { status: 400, name: "code-missing", meaning: "no series code is named" },
  M181007E: { status: 400, name: "too-many-codes", meaning: "too many series codes" },
  M181008E: { status: 400, name: "invalid-start-date", meaning: "the start date is not valid" },
  M181009E: { status: 400, name: "invalid-end-date", meaning: "the end date is not valid" },
  M181010E: { status: 400, name: "year-out-of-range", meaning: "the year is no number from 1850 to 2050" },
  M181011E: { status: 400, name: "start-after-end", meaning: "the start date is later than the end date" },
  M181012E: {
    status: 400,
    name: "invalid-start-position",
    meaning: "the start position is no integer from 1",
  },
  M181013E: { status: 400, name: "unknown-code", meaning: "a series code does not exist" },
  M181014E: { status: 400, name: "mixed-frequencies", meaning: "the series codes differ in frequency" },
  M181015E: {
    status: 400,
    name: "start-date-of-other-frequency",
    meaning: "the form of the start date is not that of the frequency",
  },
  M181016E: {
    status: 400,
    name: "end-date-of-other-frequency",
    meaning: "the form of the end date is not that of the frequency",
  },
  M181017E: { status: 400, name: "frequency-missing", meaning: "no frequency is named" },
  M181018E: { status: 400, name: "invalid-frequency", meaning: "there is no such frequency" },
  M181019E: { status: 400, name: "layer-missing", meaning: "layer 1 is not named" },
  M181020E: { status: 400, name: "invalid-layer", meaning: "the layers are not valid" },
  M181090S: { status: 500, name: "unexpected-error", meaning: "unexpected error of the server" },
  M181091S: { status: 503, name: "database-error", meaning: "the database could not be reached" },
} as const satisfies Record<string, { status: number; name: string; meaning: string }>;

export type StatisticsMessageId = keyof typeof statisticsMessages;

/** "unknown" for a code that the document does not list. */
export type StatisticsErrorName =
  | (typeof statisticsMessages)[Exclude<StatisticsMessageId, "M181000I" | "M181030I">]["name"]
  | "unknown";

/** Finds the meaning of a code, if the document lists it. */
function statisticsMessage(
  id: string,
): { status: number; name: StatisticsErrorName; meaning: string } | undefined {
  const message = Object.hasOwn(statisticsMessages, id)
    ? statisticsMessages[id as StatisticsMessageId]
    : undefined;
  if (message === undefined || message.name === "success" || message.name === "no-data") return undefined;
  return message;
}

/** What an error of the server is, as far as anybody outside can tell. */
const maintenance = "an error of the service itself, or its maintenance";

/** An error that the statistics service names by a message code, such as M181005E for an unknown database. */
export class StatisticsError extends Failure {
  readonly messageId: string;
  /** Meaning of the code, such as "invalid-database". */
  readonly problem: StatisticsErrorName;

  constructor(
    messageId: string,
    message: string,
    more: { status: number; retryAfterMs?: number | undefined },
  ) {
    const isServers = more.status >= 500;
    super(
      isServers ? "server-error" : "service-error",
      isServers ? `${message} (${maintenance})` : message,
      more,
    );
    this.name = "StatisticsError";
    this.messageId = messageId;
    this.problem = statisticsMessage(messageId)?.name ?? "unknown";
  }
}

/**
 * The status of an envelope: its own, but that of its message code where it says 200 all the same. Codes end in I for
 * success, in E for a mistake of the request, in S for the service's own error.
 */
export function envelopeStatus(status: number, messageId: string | undefined): number {
  if (status !== 200 || messageId === undefined) return status;
  if (messageId.endsWith("S")) return statisticsMessage(messageId)?.status ?? 500;
  return messageId.endsWith("E") ? (statisticsMessage(messageId)?.status ?? 400) : status;
}

/** A mistake of a query that was found before the call: nothing was asked. */
export class StatisticsQueryError extends QueryError {
  readonly messageId: StatisticsMessageId;
  readonly problem: StatisticsErrorName;

  constructor(parameter: string, messageId: StatisticsMessageId, detail?: string) {
    const { name = "unknown", meaning = "" } = statisticsMessage(messageId) ?? {};
    super(parameter, `${meaning}${detail === undefined ? "" : ` (${detail})`}`);
    this.name = "StatisticsQueryError";
    this.messageId = messageId;
    this.problem = name;
  }
}
