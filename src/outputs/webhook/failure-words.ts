/** Errors on the way to a service, with words that say what can be done. */
import { PrivateAddress } from "../../lib/http/private-address.ts";

const meanings: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, "nobody listens at this host and port"],
  [/ENOTFOUND|ENODATA|EAI_AGAIN/, "the host's name is not known"],
  [/EHOSTUNREACH|ENETUNREACH/, "there is no way to this host"],
  [/certificate has expired/i, "the service's certificate has expired"],
  [/certificate is not yet valid/i, "the service's certificate is not valid yet; look at the clocks"],
  [/altnames|hostname.*match/i, "the service's certificate is for another name"],
  [
    /self[- ]signed|unable to (verify|get)( the)? .*(certificate|issuer)|unable to verify/i,
    "the service's certificate is not vouched for by anyone known here; NODE_EXTRA_CA_CERTS names a file of further authorities",
  ],
  [
    /wrong version number|packet length too long|unknown protocol/i,
    "the service does not speak TLS at this port; https:// wants it from the beginning",
  ],
  [
    /unsupported protocol|handshake failure|no shared cipher/i,
    "the service has no form of TLS in common with this program",
  ],
];

/** The error in words; undefined where its own are all there is. */
export function failureWords(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof PrivateAddress)
      return `${one.message}; \`allowPrivate: true\` on the target allows that`;
    const text = `${Reflect.get(one, "code") ?? ""} ${one.message}`;
    const meaning = meanings.find(([pattern]) => pattern.test(text))?.[1];
    if (meaning !== undefined) return meaning;
  }
  return undefined;
}
