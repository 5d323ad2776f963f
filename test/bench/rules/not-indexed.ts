/** Conditions in which nothing can be looked up. None holds for the events of the workload. */
export function notIndexed(count: number): Record<string, string[]> {
  const each = (condition: (index: number) => string) =>
    Array.from({ length: count }, (_, at) => condition(at));
  const kinds = {
    "thresholds alone": each((at) => `now.ratio >= ${5 + at / 10} && now.shares > ${at}`),
    "a sum, or another": each((at) => `now.ratio * 2 >= ${9 + at} || now.shares + ${at} < now.ratio`),
    "not one of some": each((at) => `!(now.code in ["${at}", "x"]) && now.ratio - ${at} > 9`),
    "a part of a text": each((at) => `now.seller.contains("partners ${at}")`),
    "a list's size": each((at) => `size(changed) > ${5 + at}`),
    "a pattern": each((at) => `now.seller.matches("Partners ${at}$")`),
  };
  const mixed = each((at) => Object.values(kinds)[at % 5]?.[at] ?? "");
  return { "all but patterns, mixed": mixed, ...kinds };
}
