/**
 * Messages about files in Japanese. They are made in English wherever a mistake is found, and translated here, at the
 * door to a person; programs get them as they were made.
 */
import { optionMessages } from "./calls.ts";
import { clusterMessages } from "./cluster.ts";
import { pageMessages } from "./page-messages.ts";
import { createTranslation } from "./translation.ts";

export const { inJapanese, answerInJapanese, fileWordsIn } = createTranslation([
  ...pageMessages,
  ...clusterMessages,
  ...optionMessages,
]);
