/** The cookies of one service, as far as a client of one host needs them: names, values, and their removal. */
export interface CookieJar {
  /** Takes the Set-Cookie headers of an answer. */
  take(headers: string | readonly string[] | undefined): void;
  /** The value of a Cookie header; undefined when there are none. */
  header(): string | undefined;
}

const maxCookies = 50;

export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>();

  return {
    take(headers = []) {
      for (const header of typeof headers === "string" ? [headers] : headers) {
        const [pair = "", ...attributes] = header.split(";");
        const at = pair.indexOf("=");
        const name = pair.slice(0, at).trim();
        if (at < 1 || name === "") continue;
        if (attributes.some((attribute) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(attribute)))
          cookies.delete(name);
        else if (cookies.size < maxCookies || cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
      }
    },
    header() {
      if (cookies.size === 0) return undefined;
      return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    },
  };
}
