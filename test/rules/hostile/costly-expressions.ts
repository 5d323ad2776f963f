/** Expressions that would take long on events as bad as they can be. */
import { comment, margin, revised, type Subject } from "./subject.ts";

function nested(times: number, around: (inner: string) => string, inner: string): string {
  return times === 0 ? inner : around(nested(times - 1, around, inner));
}

/** Without more levels than an expression may have. */
export function balanced(times: number, part: string): string {
  const half = times >> 1;
  return times === 1 ? part : `(${balanced(half, part)} || ${balanced(times - half, part)})`;
}

const eightTimes = ".map(a, a + a + a + a + a + a + a + a)";

const overText: readonly string[] = [
  "now.body.has_any(lists.words)",
  "now.author.has_any(lists.words)",
  "[now.body, now.title, now.name, now.author].has_any(lists.words)",
  "now.body.matched_words(lists.words)",
  "lists.words.exists(w, size(now.body.matched_words(lists.words)) > 1)",
  "lists.words.exists(w, now.title.has_any([w, 'b']))",
  "lists.words.map(w, now.title.matched_words([w]))",
  "now.name.matched_words(lists.words.matched_words(lists.words))",
  "now.title.matched_words(lists.words.map(w, now.title + w))",
  balanced(70, "now.title.has_any(['aaaaaaaaab'])"),
  "now.author.contains('a') || now.author.contains('b')",
  "now.body == now.name || now.title < now.name",
  "lists.words.exists(w, now.body == w)",
  "lists.words.exists(w, now.body.contains(w))",
  "lists.words.exists(w, w.startsWith('z'))",
  "lists.words.exists(w, w.contains(now.title))",
  "lists.words.map(w, w + w + w + w).exists(w, w == 'a')",
  "lists.words.filter(w, size(w) > 3).map(w, w + 'a').exists(w, w == 'b')",
  "lists.words.exists(w, was.title == w)",
  "lists.words.exists(w, was.title == w || was.body == w || was.name == w)",
  "lists.words.all(w, was.title == w && was.body == w)",
  "lists.words.exists(w, [w][1] == w)",
  `lists.words.all(w, was.no > 1) || '${"x".repeat(3_900)}' == 'y'`,
  "lists.words.map(w, (was.body == w || true) ? 'a' : 'b')",
  "lists.words.filter(w, was.body == w || true)",
  "lists.words.exists_one(w, was.body == w || was.title == w || true)",
  "lists.words.map(w, was.body == w || true, w)",
  "lists.words.map(w, [w]) == lists.words.map(w, [w])",
  "[lists.words].map(v, [v, v]).map(v, [v, v, v]).exists(v, v == v)",
  "lists.words.exists(w, now.body in lists.words)",
  "lists.words.all(w, size(now.body) > 3)",
  `[now.body]${eightTimes.repeat(4)}.exists(a, a.contains('zz'))`,
  `[now.body]${eightTimes.repeat(4)}.exists(a, a == a + 'b')`,
  `[now.body]${eightTimes.repeat(4)}.exists(a, size(a) == 3)`,
  `[now.body]${eightTimes.repeat(7)}`,
  `${nested(18, (inner) => `${inner}.map(v, [v, v, v, v])`, "['a']")}.exists(v, [v] == [v])`,
  `${nested(18, (inner) => `${inner}.map(v, [v, v, v, v])`, "['a']")}.exists(v, v in [v])`,
  nested(12, (inner) => `[1, 2, 3, 4].exists(a, ${inner})`, "was.yes > 1"),
  nested(12, (inner) => `[1, 2, 3, 4].all(a, ${inner} || true)`, "was.yes > 1"),
  nested(12, (inner) => `[1, 2, 3, 4].filter(a, ${inner}).size() > 0`, "true"),
  nested(12, (inner) => `[1, 2, 3, 4].map(a, ${inner}).size() > 0`, "true"),
  nested(12, (inner) => `[1, 2, 3, 4].exists_one(a, ${inner})`, "true"),
];

/** To find one long text in another takes longest where it nearly matches everywhere. */
const middle = "now.title.substring(0, 5000) + 'b' + now.title.substring(0, 4999)";

const takingApart: readonly string[] = [
  `now.title.contains(${middle})`,
  `now.title.indexOf(${middle}) > 0`,
  `now.title.lastIndexOf(${middle}) > 0`,
  `size(now.title.split(${middle})) > 1`,
  "now.title.contains(now.body + now.title)",
  "lists.words.exists(w, now.title.indexOf(w) > 3)",
  "lists.words.exists(w, now.body.lastIndexOf(w, 3) > 3)",
  "lists.words.exists(w, size(now.title.split('')) > 30000)",
  "lists.words.exists(w, now.body.upperAscii() == w)",
  "lists.words.exists(w, now.body.trim() == w)",
  "lists.words.exists(w, now.name.substring(3) == w)",
  "now.title.split('').map(a, now.title.split('')).exists(b, size(b) == 3)",
  "now.title.split('').join(now.body)",
  "size(now.title.split('') + now.title.split('')) > 3",
  "now.title.split('').map(a, [a] + [a]) == now.title.split('').map(a, [a] + [a])",
  nested(18, (inner) => `cel.bind(a, ${inner}, [a, a, a, a])`, "[now.title]"),
  `[${nested(18, (inner) => `cel.bind(a, ${inner}, [a, a, a, a])`, "[now.title]")}].exists(v, v == v)`,
  nested(18, (inner) => `cel.bind(a, ${inner}, a + a)`, "now.title"),
  nested(18, (inner) => `cel.bind(a, ${inner}, a + a)`, "[now.title]"),
  nested(18, (inner) => `cel.bind(a, ${inner}, a + a)`, "bytes(now.title)"),
  nested(18, (inner) => `cel.bind(a, ${inner}, {'x': a, 'y': a})`, "{'x': {'x': now.title}}").replaceAll(
    "\n",
    "",
  ),
  "lists.words.exists(w, bytes(now.body) == bytes(w))",
  "lists.words.exists(w, string(bytes(now.body)) == w)",
  "lists.words.exists(w, timestamp(event.time).getHours(w) == 3)",
  "lists.words.exists(w, timestamp(event.time).getHours('Asia/Tokyo') == 33)",
  `duration('${"1".repeat(3_000)}') > duration('1s')`,
  "duration(now.title + '1') > duration('1s')",
  "duration(now.title.split('').map(a, '1').join()) > duration('1s')",
  "lists.words.exists(w, duration('111111111111111111111111111111') > duration('1s'))",
  "int(now.title) > 1 || double(now.title) > 1.0 || bool(now.title)",
  "lists.words.exists(w, double(now.body) > 1.0)",
  "lists.words.exists(w, now.body in {now.body: 1, now.title: 2})",
  "lists.words.exists(w, {now.title: 1} == {now.title + 'b': 1})",
  "lists.words.exists(w, now.?body.orValue(w) == w)",
  "lists.words.exists(w, now.?nobody.hasValue())",
];

const overManyTexts: readonly string[] = [
  "now.reasons.exists(a, now.reasons.exists(b, a == b + 'x'))",
  "now.reasons.exists(a, now.reasons.exists(b, a == b && a == ''))",
  "now.reasons.exists(a, now.reasons.exists(b, a < b && b < a))",
  "now.reasons.exists(a, a in now.reasons && a == '')",
  "now.reasons.exists(a, now.reasons == now.reasons.filter(b, true) && a == '')",
  "now.reasons.has_any(['ZZZ', 'YYY'])",
  "now.reasons.has_any(now.reasons.map(r, r + 'z'))",
  "now.reasons.has_any(lists.words)",
  "now.reasons.matched_words(lists.words)",
  "now.reasons.matched_words(now.reasons)",
  "now.reasons.exists(r, r.has_any(lists.words))",
  "now.reasons.exists(r, r.matches('[ab]+c'))",
  "now.reasons.exists(r, r.endsWith('z'))",
  "now.reasons.map(r, r + r).map(r, r + r).exists(r, r == 'z')",
  "now.reasons.all(a, now.reasons.all(b, size(a) == size(b)))",
];

const overRecords: readonly string[] = [
  "now.revisions.exists(r, was.revisions.exists(s, s.from == r.to))",
  "now.revisions.exists(r, r.from > r.to)",
  "now.revisions.exists(r, r.from / 0.0 == r.to % 0.0)",
  "now.revisions.map(r, r.period + r.period).exists(p, p == '')",
  "now.revisions.filter(r, has(r.period)).map(r, string(r.from)).exists(p, p == '')",
];

/** Each with the event that it is asked about. */
export const costlyExpressions: [string, Subject][] = [
  ...[...overText, ...takingApart].map((expression): [string, Subject] => [expression, comment]),
  ...overManyTexts.map((expression): [string, Subject] => [expression, margin]),
  ...overRecords.map((expression): [string, Subject] => [expression, revised]),
];
