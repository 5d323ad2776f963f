// The thread in which edited rules are checked.
import { parentPort, workerData } from "node:worker_threads";
import { compileRuleTexts } from "../../rules/files/load-rules.ts";
import { type WordFiles, wordFilesIn } from "../../rules/files/word-files.ts";
import { ruleOptions } from "./check-files.ts";
import type { CheckAsked, CheckSaid } from "./rule-check.ts";

const { config, texts, problems } = workerData as CheckAsked;
const say = (said: CheckSaid): void => parentPort?.postMessage(said);
parentPort?.once("message", (words: WordFiles) => {
  const loaded = compileRuleTexts(texts, { ...ruleOptions(config), hash: "", words, problems });
  say({ problems: loaded.ok ? [] : loaded.problems, warnings: loaded.warnings });
});
say({ wordFiles: wordFilesIn(texts) });
