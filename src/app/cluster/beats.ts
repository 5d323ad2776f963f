/** Beats: what each machine says of itself a few times a second, so that all know who writes and how far the others are. */
import manifest from "../../../package.json" with { type: "json" };
import type { EpochEngine } from "../../cluster/engine.ts";
import type { Clock } from "../../lib/clock.ts";
import { type Beat, beatSchema } from "./message.ts";

/** Time between two beats of the writer, and of the others, ms. */
const everyMs = { writer: 300, follower: 1_000, gateway: 1_000 } as const;

type Said = Omit<Beat, "version">;

export function beatOnce(shared: Pick<EpochEngine, "beat">, said: Said): void {
  shared.beat({ ...said, version: manifest.version });
}

/** Beats from now on; the answer ends it. */
export function startBeats(
  { shared, clock }: { readonly shared: Pick<EpochEngine, "beat">; readonly clock: Clock },
  says: () => Said,
): () => void {
  let cancel = (): void => undefined;
  const beat = (): void => {
    const said = says();
    beatOnce(shared, said);
    cancel = clock.after(everyMs[said.part], beat);
  };
  beat();
  return () => cancel();
}

/** Hears the beats of all machines; what is none is passed over. The answer ends it. */
export function hearBeats(shared: Pick<EpochEngine, "heard">, hear: (beat: Beat) => void): () => void {
  return shared.heard((said) => {
    const read = beatSchema.safeParse(said);
    if (read.success) hear(read.data);
  });
}
