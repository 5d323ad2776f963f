import { Failure, type FailureReason } from "../failure.ts";

const timeouts = new Set(["UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "ETIMEDOUT"]);

/**
 * Sorts what undici and zlib throw. Until the headers are there a broken connection is "unreachable", after
 * them the answer is "incomplete".
 */
export function networkFailure(error: unknown, phase: "headers" | "body", where: string): Failure {
  if (error instanceof Failure) return error;
  const reason = reasonOf(error, phase);
  return new Failure(reason, `${where}: ${describe(error)}`, { cause: error });
}

function reasonOf(error: unknown, phase: "headers" | "body"): FailureReason {
  const code = codeOf(error);
  if (timeouts.has(code)) return "timeout";
  if (code === "UND_ERR_INVALID_ARG") return "rejected";
  // zlib: an end in the middle of the stream, as opposed to bytes that are no stream.
  if (code === "Z_BUF_ERROR") return "incomplete";
  if (/^(Z_|ERR__ERROR|ERR_PADDING)/.test(code)) return "malformed";
  if (error instanceof Error && error.name === "HTTPParserError") return "malformed";
  // undici asserts what HTTP says of answers, such as a status from 100 on.
  if (code === "ERR_ASSERTION") return "malformed";
  return phase === "headers" ? "unreachable" : "incomplete";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return "the connection broke";
  if (codeOf(error) === "ERR_ASSERTION") return `the answer is not HTTP (${error.message.split("\n")[0]})`;
  // Several addresses tried in vain come as one error without a message.
  return error.message || codeOf(error) || "the connection broke";
}
