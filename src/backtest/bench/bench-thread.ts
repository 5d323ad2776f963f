// The thread of the rule bench: it looks rules up, checks a text, or tries one.
import { answerQuestions } from "../../lib/worker.ts";
import { benchAnswers } from "./asked.ts";

answerQuestions(benchAnswers);
