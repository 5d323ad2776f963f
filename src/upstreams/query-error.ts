import { Failure } from "../lib/failure.ts";

/** A call that a document forbids: told before anything is asked. */
export class QueryError extends Failure {
  /** Name of the parameter in the document. */
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super("rejected", `${parameter}: ${message}`);
    this.name = "QueryError";
    this.parameter = parameter;
  }
}
