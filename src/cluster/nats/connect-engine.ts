/** The engine of a cluster on servers of NATS. It is loaded where the settings have a cluster, and nowhere else. */
import type { ClusterEngine, EngineSettings } from "../engine.ts";
import { connectNats, type Patience } from "./connection.ts";
import { openEpochs } from "./epochs.ts";
import { createSharedLog } from "./log.ts";
import { checkServers } from "./servers.ts";
import { createSnapshots } from "./snapshots.ts";
import { ensureStreams, epochConfigs, epochNames } from "./streams.ts";
import { createTalk } from "./talk.ts";

/**
 * Waits until the servers are there, and then asks them for what the cluster rests on. Refused: what of it they do not
 * have. Rejects with the signal's reason.
 */
export async function connectEngine(
  settings: EngineSettings,
  patience: Patience = {},
): Promise<ClusterEngine> {
  const nc = await connectNats(settings, patience);
  try {
    await checkServers(nc);
    const epochs = await openEpochs(nc, settings, patience);
    return {
      epochs,
      async open(epoch) {
        const names = epochNames(epoch);
        await ensureStreams(nc, epochConfigs(names, settings.replicas), false, patience);
        return {
          ...createTalk(nc, names),
          log: createSharedLog(nc, names),
          snapshots: createSnapshots(nc, names.bucket),
        };
      },
      talk: (epoch) => createTalk(nc, epochNames(epoch)),
      close: () => nc.close(),
    };
  } catch (error) {
    await nc.close();
    throw error;
  }
}
