// The thread in which a past is played.
import { answerQuestions } from "../lib/worker.ts";
import { playAnswers } from "./play-aside.ts";

answerQuestions(playAnswers);
