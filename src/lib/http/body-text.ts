import { TextDecoder } from "node:util";
import { Failure } from "../failure.ts";
import type { HttpResponse } from "./response.ts";

/** The body as text in the charset that its content-type names; in `otherwise` when it names none, UTF-8 when unknown. */
export function bodyText(response: HttpResponse, otherwise = "utf-8"): string {
  const charset = /charset\s*=\s*"?([\w:.-]+)/i.exec(response.headers["content-type"] ?? "")?.[1];
  return decoderFor(charset ?? otherwise).decode(response.body);
}

/** The body as JSON. Throws a Failure, which quotes nothing of the body. */
export function bodyJson(response: HttpResponse): unknown {
  try {
    return JSON.parse(bodyText(response));
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
