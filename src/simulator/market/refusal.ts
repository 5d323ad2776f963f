import type { OutgoingHttpHeaders } from "node:http";

/** A request that the market service does not serve: the status, and what the body's `message` says, if anything. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;

  constructor(status: number, message: string, headers: OutgoingHttpHeaders = {}) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.headers = headers;
  }
}
