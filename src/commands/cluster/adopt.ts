/** `yagura cluster adopt`: lets the cluster begin anew from the database of this machine. */
import { adoptDatabase } from "../../app/cluster/adopt.ts";
import { withEngine } from "../../app/cluster/survey.ts";
import { requireConfig } from "../../files/check-files.ts";
import { Refused } from "../../lib/problem.ts";
import { callerLanguage } from "../../model/language.ts";
import { printAnswer } from "../terminal.ts";
import { clusterWords } from "./cluster-words.ts";
import { requireCluster } from "./status.ts";

interface AdoptOptions {
  readonly config: string;
  readonly json?: boolean;
  readonly force?: boolean;
  readonly yes?: boolean;
}

export async function adoptHere({
  config: file,
  json,
  force = false,
  yes = false,
}: AdoptOptions): Promise<void> {
  const config = requireConfig(file, process.env);
  const settings = requireCluster(config);
  const language = callerLanguage(process.env);
  const adopted = await withEngine(settings, (engine) =>
    adoptDatabase(engine, {
      ...{ settings, state: config.state, isForced: force },
      sure({ seq }) {
        if (yes) return;
        process.stderr.write(`${clusterWords[language].adopts(seq)}\n`);
        throw new Refused("nothing was written: call it with --yes");
      },
    }),
  );
  if ("silent" in adopted) throw new Refused(`the NATS servers do not answer: ${adopted.silent}`);
  printAnswer(adopted, json, () => clusterWords[language].adopted(adopted.seq, adopted.next));
}
