// The thread in which the page's questions why are answered.
import { answerQuestions } from "../lib/worker.ts";
import { whyAnswers } from "./ask-aside.ts";

answerQuestions(whyAnswers);
