import { Failure } from "../../lib/failure.ts";

/** An error that the statistics service names by a message code, such as M181005E for an unknown database. */
export class StatisticsError extends Failure {
  readonly messageId: string;

  constructor(
    messageId: string,
    message: string,
    more: { status: number; retryAfterMs?: number | undefined },
  ) {
    super(more.status >= 500 ? "server-error" : "service-error", message, more);
    this.name = "StatisticsError";
    this.messageId = messageId;
  }
}
