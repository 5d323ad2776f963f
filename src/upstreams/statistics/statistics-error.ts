import { Failure } from "../../lib/failure.ts";
import { QueryError } from "../query-error.ts";
import { type StatisticsErrorName, type StatisticsMessageId, statisticsMessage } from "./messages.ts";

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
    super(more.status >= 500 ? "server-error" : "service-error", message, more);
    this.name = "StatisticsError";
    this.messageId = messageId;
    this.problem = statisticsMessage(messageId)?.name ?? "unknown";
  }
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
