// The thread in which edited rules are checked.
import { answerQuestions } from "../lib/worker.ts";
import { checkAnswers } from "./rule-check.ts";

answerQuestions(checkAnswers);
