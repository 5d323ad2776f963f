/** Conditions in which nothing can be looked up. None holds for the events of the workload. */
export function notIndexed(count: number): Record<string, string[]> {
  const each = (condition: (index: number) => string) =>
    Array.from({ length: count }, (_, at) => condition(at));
  const kinds = {
    "a threshold": each((at) => `now.ratio >= ${5 + at / 10} && now.shares > ${at}`),
    "a threshold, not one code": each((at) => `now.code != "${at}" && now.ratio > ${6 + at}`),
    "a part of a text": each((at) => `now.seller.contains("partners ${at}")`),
    "a pattern": each((at) => `now.seller.matches("Partners ${at}$")`),
    "a list's size": each((at) => `size(changed) > ${5 + at}`),
    "a sum of fields, or another": each(
      (at) => `now.ratio * 2 >= ${9 + at} || now.shares + ${at} < now.ratio`,
    ),
    "a field, a multiple of another": each((at) => `now.shares <= now.ratio * ${1 + at}`),
    "a text's length": each((at) => `size(now.seller) > ${100 + at}`),
  };
  const every = Object.values(kinds);
  return {
    "all but the last two, mixed": each((at) => every[at % every.length]?.[at] ?? ""),
    ...kinds,
    // Nothing in these is the same for two rules.
    "two numbers of its own": each((at) => `now.ratio * ${(2 + at / 7).toFixed(3)} > ${1_000 + at}`),
    "a loop over a list": each((at) => `changed.exists(name, name.startsWith("x${at}"))`),
  };
}
