// The thread in which edited rules are checked.
import { parentPort, workerData } from "node:worker_threads";
import { compileRuleTexts } from "../rules/files/compile-files.ts";
import { dataFilesIn } from "../rules/files/read-rule-files.ts";
import type { DataFiles } from "../rules/reference/data-file.ts";
import { ruleOptions } from "./check-files.ts";
import type { CheckAsked, CheckSaid } from "./rule-check.ts";

const { config, texts, problems } = workerData as CheckAsked;
const say = (said: CheckSaid): void => parentPort?.postMessage(said);
parentPort?.once("message", (data: DataFiles) => {
  const loaded = compileRuleTexts(texts, { ...ruleOptions(config), hash: "", data, problems });
  say({ problems: loaded.ok ? [] : loaded.problems, warnings: loaded.warnings });
});
say({ dataFiles: dataFilesIn(texts) });
