// The second thread of a long backtest.
import { answerQuestions } from "../lib/worker.ts";
import { shareAnswers } from "./backtest-files.ts";

answerQuestions(shareAnswers);
