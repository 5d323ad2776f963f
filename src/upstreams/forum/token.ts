/** Pattern of the token. In the page's JSON the name and the value stand in quotes; inside a script's string those are escaped. */
const embedded = /\bjwtToken\\*"\s*:\s*\\*"([\w-]+\.[\w-]+\.[\w-]+)/;

/** The token that a forum page holds; undefined when there is none. */
export function findToken(html: string): string | undefined {
  return embedded.exec(html)?.[1];
}

/** Reads when a token ends, ms since 1970; Infinity if it does not say, so that the service's refusal tells. */
export function tokenExpiry(token: string): number {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    const seconds =
      typeof payload === "object" && payload !== null && "exp" in payload ? payload.exp : undefined;
    return typeof seconds === "number" ? seconds * 1000 : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
