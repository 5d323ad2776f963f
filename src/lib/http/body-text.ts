import { TextDecoder } from "node:util";
import { Failure } from "../failure.ts";
import { parseJson } from "../json/strict-json.ts";
import type { HttpResponse } from "./response.ts";

export type Charset = "utf-8" | "shift_jis";

/**
 * The body as text in the charset that its content-type names where that is one of `charsets`, else in the first of
 * them. Throws a Failure where its bytes are of another charset: their letters would be other ones.
 */
export function bodyText(response: HttpResponse, charsets: readonly [Charset, ...Charset[]]): string {
  const named = charsetOf(response);
  const charset = charsets.find((one) => one === named) ?? charsets[0];
  const text = decoded(response.body, charset);
  // Most of UTF-8 can be read as Shift_JIS, and Japanese in Shift_JIS never as UTF-8.
  const isOther =
    charset !== "utf-8" && !isAscii(response.body) && decoded(response.body, "utf-8") !== undefined;
  if (text !== undefined && !isOther) return text;
  throw new Failure("malformed", `${response.where}: the answer is not ${charset}`, {
    status: response.status,
  });
}

function charsetOf({ headers }: Pick<HttpResponse, "headers">): string | undefined {
  return /charset\s*=\s*"?([\w:.-]+)/i.exec(headers["content-type"] ?? "")?.[1]?.toLowerCase();
}

function decoded(bytes: Buffer, charset: Charset): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isAscii(bytes: Buffer): boolean {
  return !bytes.some((byte) => byte > 0x7f);
}

/** The body as JSON, which is UTF-8 whatever its content-type says. Throws a Failure, which quotes nothing of it. */
export function bodyJson(response: HttpResponse): unknown {
  return jsonOf(response, () => parseJson(response.body));
}

/** Parses the body as JSON. Throws a Failure, which quotes nothing of the body, if `parse` throws. */
export function jsonOf(response: HttpResponse, parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    throw new Failure("malformed", `${response.where}: the answer is not JSON`, { status: response.status });
  }
}
