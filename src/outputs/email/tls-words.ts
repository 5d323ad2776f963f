/** What goes wrong with the encryption of a connection to a mail server, in words of what can be done. */

const trust =
  "mails are sent once it has one that this machine trusts, or with ?tls.rejectUnauthorized=false, which trusts any";

const meanings: readonly (readonly [RegExp, string])[] = [
  [/certificate has expired/i, `the mail server's certificate has expired; ${trust}`],
  [
    /certificate is not yet valid/i,
    `the mail server's certificate is not valid yet; look at the clocks, or ${trust}`,
  ],
  [
    /altnames|hostname.*match/i,
    "the mail server's certificate is for another name; write the name that it is for in the address of the mail server",
  ],
  [
    /self[- ]signed|unable to (verify|get)( the)? .*(certificate|issuer)|unable to verify/i,
    `the mail server's certificate is not vouched for by anyone known here; ${trust}`,
  ],
  [
    /wrong version number|packet length too long|unknown protocol|http request/i,
    "the mail server does not begin with TLS at this port; with smtp:// the connection is encrypted after it began (587), with smtps:// from the beginning (465)",
  ],
  [
    /unsupported protocol|no protocols available|handshake failure|alert protocol version|no shared cipher|dh key too small/i,
    "the mail server and this program have no form of TLS in common; the server's may be too old",
  ],
  [
    /upgrading connection with STARTTLS/i,
    "the mail server offers no TLS; a password goes over TLS only, unless the address of the mail server ends with ?requireTLS=false",
  ],
];

/** An error with its meaning before it, and itself in brackets; undefined where it is not about encryption. */
export function tlsWords(message: string): string | undefined {
  const meaning = meanings.find(([pattern]) => pattern.test(message))?.[1];
  return meaning === undefined ? undefined : `${meaning} (${message})`;
}
