/** `/api/paper?number=...&paper=full`: where a paper can be read for the next minutes, asked of the service when it is clicked. */
import * as z from "zod";
import { Failure } from "../lib/failure.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import { type PageParts, reading, refusal } from "./page-call.ts";

const question = z.object({
  number: z.string().regex(/^\d{14}$/, "the 14 digits of a number"),
  paper: z.enum(["full", "summary", "xbrl"]),
});

export function paperCall({ findPaper }: PageParts): JsonRoute {
  return reading("/api/paper", question, async ({ number, paper }) => {
    try {
      const url = await findPaper(number, paper);
      return url === undefined
        ? refusal(404, "the service has no such paper")
        : { status: 200, body: { url } };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return refusal(502, error.message);
    }
  });
}
