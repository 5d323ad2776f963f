/** Which keys of a rule file hold secrets. None of a rule does; lists and labels have names such as keywords, authors. */
const secrets =
  /^(.*[-_.])?(api[-_]?key|access[-_]?key|tokens?|smtp|pass(word|wd|wort)?|pwd?|secrets?|auth(orization)?|credentials?|login|bearer)$/i;

export function isSecretInRules(key: string): boolean {
  return secrets.test(key.replace(/([a-z])([A-Z])/g, "$1_$2"));
}
