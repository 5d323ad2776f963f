import { TextDecoder } from "node:util";
import { Failure } from "../failure.ts";
import { parseJson } from "../json/strict-json.ts";
import type { HttpResponse } from "./response.ts";

/** The body as text in the charset that its content-type names; in `otherwise` when it names none, UTF-8 when unknown. */
export function bodyText(response: HttpResponse, otherwise = "utf-8"): string {
  return decoderFor(charsetOf(response) ?? otherwise).decode(response.body);
}

function charsetOf({ headers }: Pick<HttpResponse, "headers">): string | undefined {
  return /charset\s*=\s*"?([\w:.-]+)/i.exec(headers["content-type"] ?? "")?.[1];
}

/** The body as JSON, which is UTF-8 whatever its content-type says. Throws a Failure, which quotes nothing of it. */
export function bodyJson(response: HttpResponse): unknown {
  return jsonOf(response, () => parseJson(response.body));
}

/** What `parse` makes of the body. Throws a Failure where that throws, which quotes nothing of it. */
export function jsonOf(response: HttpResponse, parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    throw new Failure("malformed", `${response.where}: the answer is not JSON`, { status: response.status });
  }
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder("utf-8");
  }
}
