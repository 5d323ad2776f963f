/** The watch for a newer epoch, with which a person lets the cluster begin anew: who has an older one takes its database. */
import type { Machine } from "./machine.ts";

const lookMs = 2_000;

/** Why a machine begins again, for its log. */
export const newEpochWords = "the cluster began anew, with the database of another machine";

/** Calls once, when a newer epoch than the machine's has begun. The answer ends it. */
export function watchEpoch(
  { epochs, epoch, clock }: Pick<Machine, "epochs" | "epoch" | "clock">,
  replaced: () => void,
): () => void {
  let isStopped = false;
  const look = async (): Promise<void> => {
    // Servers that do not answer say nothing.
    const newest = await epochs.newest().catch(() => undefined);
    if (isStopped) return;
    if (newest !== undefined && newest.epoch !== epoch) return replaced();
    wait();
  };
  let cancel = (): void => undefined;
  const wait = () => {
    cancel = clock.after(lookMs, () => void look());
  };
  wait();
  return () => {
    isStopped = true;
    cancel();
  };
}
