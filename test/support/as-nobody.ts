/** Rights hold for everyone but root. */
export async function asNobody<Value>(act: () => Promise<Value>): Promise<Value> {
  if (process.geteuid?.() !== 0) return act();
  process.seteuid?.(65_534);
  try {
    return await act();
  } finally {
    process.seteuid?.(0);
  }
}
