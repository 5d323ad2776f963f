/** What may reach the page in English, and its Japanese: all but what commands and starts alone say. */
import type { Pair } from "../language.ts";
import { answerMessages } from "./answers.ts";
import { callMessages } from "./calls.ts";
import { clusterAnswers } from "./cluster.ts";
import { databaseMessages, pastMessages } from "./databases.ts";
import { deliveryMessages, digestMessages } from "./deliveries.ts";
import { fileValues, ruleValues } from "./files.ts";
import { forms, settings } from "./forms.ts";
import { pollMessages } from "./polls.ts";
import { expressions, ruleMessages } from "./rules.ts";
import { suggestions } from "./suggestions.ts";
import { neededForms, settingValues } from "./values.ts";

export const pageMessages: readonly Pair[] = [
  ...callMessages,
  ...clusterAnswers,
  ...deliveryMessages,
  ...digestMessages,
  ...forms,
  ...settings,
  ...ruleMessages,
  ...expressions,
  ...suggestions,
  ...pastMessages,
  ...answerMessages,
  ...databaseMessages,
  ...pollMessages,
  ...settingValues,
  ...fileValues,
  ...ruleValues,
  ...neededForms,
];
