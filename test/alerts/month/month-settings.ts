/** The settings and the rules of the month, as files that the program reads. */

const addresses = { desk: "desk@x.jp", aya: "aya@x.jp", ben: "ben@x.jp" };

export const settings = `
sources:
  margin-alerts: { schedule: "0 0 18 * * *" }
  short-sale-reports: { schedule: "0 0 18 * * *" }
rules: rules
state: month.db
email:
  smtp: file:outbox
  from: Yagura <yagura@example.com>
  recipients: ${JSON.stringify(Object.fromEntries(Object.entries(addresses).map(([name, one]) => [name, [one]])))}
alerts:
  resolveAfter: 3d
  receivers:
    email:desk: { hours: { between: ["07:30", "22:00"], on: trading-days }, outside: hold }
    email:aya: { language: ja, digest: [before-open, after-close, after-evening] }
    email:ben: { cap: { hour: 3, day: 6 } }
  routes:
    - { name: urgent, match: severity=critical, to: [email:desk, email:aya], repeat: 4h, resolved: true }
    - { name: shorts, match: rule=short-*, groupBy: [rule], wait: 5m, every: 1h, resolved: true }
    - { name: papers, match: severity=info, to: [email:aya], digest: [before-open, after-close, after-evening] }
  inhibit:
    - { source: rule=source-down, target: rule=margin-missing, equal: [source] }
  windows:
    - { name: lunch, match: "rule=margin-call,news-flash", between: ["11:30", "12:30"], on: trading-days, fate: digest }
  brake: { times: 5, atLeast: 9 }
`;

interface RuleTerms {
  readonly severity: "info" | "warning" | "critical";
  readonly notify?: keyof typeof addresses;
  readonly hasUntil?: true;
}

const terms: Readonly<Record<string, RuleTerms>> = {
  halt: { severity: "critical", hasUntil: true },
  "halt-news": { severity: "warning", notify: "aya" },
  "short-large": { severity: "warning", notify: "desk", hasUntil: true },
  "short-growing": { severity: "warning", notify: "desk" },
  filing: { severity: "info" },
  "margin-call": { severity: "warning", notify: "ben" },
  "margin-missing": { severity: "warning", notify: "ben", hasUntil: true },
  "source-down": { severity: "warning", notify: "aya", hasUntil: true },
  "news-flash": { severity: "warning", notify: "aya" },
  talk: { severity: "warning", notify: "aya" },
};

/** Rules about events that name them: a position of none ends what one began. */
export const rules = `rules:\n${Object.entries(terms).map(ruleText).join("")}`;

function ruleText([name, { severity, notify, hasUntil }]: [string, RuleTerms]): string {
  const named = `now.seller.split(" ").exists(one, one == "${name}")`;
  return [
    `  - name: ${name}`,
    "    on: short.report.increased",
    `    when: '${named} && now.ratio > 0.0'`,
    ...(hasUntil ? [`    until: '${named} && now.ratio == 0.0'`] : []),
    "    by: now.code",
    `    severity: ${severity}`,
    '    title: "{{ now.name }}: {{ now.seller }} 架空電機"',
    `    notify: [${notify === undefined ? "" : `email:${notify}`}]`,
    "",
  ].join("\n");
}

/** The name of a receiver as the table has it. */
export function receiverName(address: string): string {
  const found = Object.entries(addresses).find(
    ([name, one]) => one === address || `email:${name}` === address,
  );
  if (found === undefined) throw new Error(`nobody is ${address}`);
  return found[0];
}

/** The source of a rule's events, where nothing else is said. */
export function sourceOf(rule: string): string {
  return /^(margin|source)-/.test(rule) ? "margin-alerts" : "short-sale-reports";
}
