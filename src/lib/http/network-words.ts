/** Plain words for what the network, TLS and decompression report in the words of libraries. */

/** The first that fits counts. */
export const networkMeanings: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, "nobody listens at this host and port"],
  [/ENOTFOUND|ENODATA|EAI_AGAIN/, "the host's name is not known"],
  [/EHOSTUNREACH|ENETUNREACH/, "there is no way to this host"],
  [/UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT/, "the host did not take the connection in time"],
  [/UND_ERR_HEADERS_TIMEOUT/, "the service did not begin its answer in time"],
  [/UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW/, "the headers of the answer are too long"],
  [/MISMATCH/, "the answer has another length than the service announced"],
  [
    /UND_ERR_SOCKET|other side closed|ECONNRESET|EPIPE|socket hang up/,
    "the service broke the connection off before its answer was whole",
  ],
  [/unexpected end of file|Z_BUF_ERROR/, "the compressed answer was cut on its way"],
  [
    /incorrect data check|incorrect length check/,
    "the compressed answer was damaged on its way: it does not match its check sum",
  ],
  [/incorrect header check/, "the answer is not compressed as its headers say"],
  [/Z_DATA_ERROR|ERR__ERROR|ERR_PADDING/, "the compressed answer cannot be unpacked"],
  [/HTTPParserError|HPE_/, "the answer is not HTTP"],
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

/** The error, or the one that caused it, in plain words; undefined where its own are all there is. */
export function networkWords(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { name, message } = one;
    const text = `${name} ${Reflect.get(one, "code") ?? ""} ${message}`;
    const meaning = networkMeanings.find(([pattern]) => pattern.test(text))?.[1];
    if (meaning !== undefined) return meaning;
  }
  return undefined;
}
