/** The fields of items in plain words, as mails show them. */

interface FieldWords {
  readonly label: string;
  /** Stands after a number. */
  readonly unit?: string;
  /** Whether digits are grouped: amounts are, numbers that name something are not. */
  readonly grouped?: false;
  /** Left out of mails: of no use to a person, or shown elsewhere in them. */
  readonly hidden?: true;
}

export const fieldWords: Readonly<Record<string, FieldWords>> = {
  code: { label: "Code" },
  name: { label: "Name" },
  part: { label: "Comment number", grouped: false },
  author: { label: "Author", hidden: true },
  title: { label: "Title" },
  body: { label: "Text" },
  postedAt: { label: "Posted" },
  yes: { label: "Found helpful", unit: "votes" },
  no: { label: "Found unhelpful", unit: "votes" },
  term: { label: "Ranking" },
  market: { label: "Market" },
  rank: { label: "Rank" },
  climbed: { label: "Places gained" },
  activeAt: { label: "Last activity" },
  publishedOn: { label: "Day of publication" },
  appliedOn: { label: "Day of the figures" },
  shortOutstanding: { label: "Margin sales outstanding", unit: "shares" },
  shortChange: { label: "Change of margin sales", unit: "shares" },
  shortRatio: { label: "Margin sales to listed shares", unit: "%" },
  longOutstanding: { label: "Margin purchases outstanding", unit: "shares" },
  longChange: { label: "Change of margin purchases", unit: "shares" },
  longRatio: { label: "Margin purchases to listed shares", unit: "%" },
  shortLongRatio: { label: "Margin sales to margin purchases", unit: "%" },
  regulation: { label: "Margin regulation" },
  reasons: { label: "Reasons" },
  seller: { label: "Seller" },
  fund: { label: "Fund" },
  ratio: { label: "Short position", unit: "% of shares outstanding" },
  shares: { label: "Shares sold short", unit: "shares" },
  calculatedOn: { label: "Day of the position" },
  disclosedOn: { label: "Day of disclosure" },
  db: { label: "Database" },
  unit: { label: "Unit" },
  frequency: { label: "Frequency" },
  category: { label: "Category" },
  period: { label: "Latest period" },
  value: { label: "Latest value" },
  added: { label: "New periods" },
  revisions: { label: "Revised periods" },
  source: { label: "Source" },
  reason: { label: "Reason" },
  anew: { label: "Rules that start anew" },
  gone: { label: "Rules that are gone" },
  limit: { label: "Limit" },
  most: { label: "At most" },
  flapping: { label: "Held back after", hidden: true },
  message: { label: "What happened" },
  since: { label: "Since" },
  items: { label: "Items" },
  fields: { label: "Rewritten fields" },
  // The message says them too.
  samples: { label: "Samples", hidden: true },
  places: { label: "Places", hidden: true },
  sample: { label: "Sample" },
  files: { label: "Rule files" },
  rules: { label: "Active rules", hidden: true },
  problems: { label: "Mistakes" },
  rule: { label: "Rule" },
  key: { label: "Alert key" },
  severity: { label: "Severity" },
  labels: { label: "Labels", hidden: true },
  recipients: { label: "Recipients", hidden: true },
  cause: { label: "Cause", hidden: true },
  why: { label: "Why it ended" },
  unmailed: { label: "Not mailed since", hidden: true },
  seconds: { label: "Set by", unit: "s" },
  from: { label: "Time before" },
  to: { label: "Time after" },
  head: { label: "Last entry", grouped: false },
  told: { label: "Last entry told", grouped: false },
  what: { label: "What is damaged" },
  first: { label: "First entry" },
  last: { label: "Last entry" },
  alert: { label: "Alert", hidden: true },
  address: { label: "Address" },
  attempts: { label: "Attempts" },
  scopes: { label: "Parts", hidden: true },
};

/** The words of a field; one that is not in the list speaks for itself. */
export function wordsOf(field: string): FieldWords {
  if (Object.hasOwn(fieldWords, field)) return fieldWords[field] ?? { label: field };
  const spaced = field.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return { label: spaced.charAt(0).toUpperCase() + spaced.slice(1) };
}
