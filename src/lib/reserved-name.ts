/** Names of the internet that belong to nobody, and are written in examples (RFC 2606). */

const reserved = /^(?:.*\.)?(test|example|invalid|localhost|example\.(?:com|net|org))\.?$/i;

/** The reserved name that a host or the domain of an address ends in; undefined where it ends in none. */
export function reservedName(domain: string): string | undefined {
  return reserved.exec(domain)?.[1]?.toLowerCase();
}
