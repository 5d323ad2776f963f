/** `/api/why`: what caused an alert and where it went, as `yagura why` says it. */
import * as z from "zod";
import { languages } from "../model/notification.ts";
import type { JsonRoute } from "../outputs/output.ts";
import { createAskWhy } from "../why/ask-aside.ts";
import type { PageParts } from "./index.ts";
import { queryOf, refusal } from "./query.ts";

const asked = z.object({
  alert: z.string().min(1).max(200),
  language: z.enum(languages).optional(),
});

/** 404: the log does not keep it; 409: rules or database cannot be read now; 503: too many ask. */
export function whyCall({ config, rules, now }: PageParts): JsonRoute {
  const askWhy = createAskWhy(config);
  return {
    right: "read",
    method: "GET",
    path: "/api/why",
    answer: ({ query, mayAct = false }) =>
      queryOf(asked, query, async ({ alert, language }) => {
        const said = await askWhy({
          ...{ alert, language, now: now(), mayAct },
          lintedHash: rules.current().hash,
        });
        if (said === "busy") return refusal(503, "many ask why just now: try again in a moment");
        if ("refused" in said) return refusal(409, said.refused);
        const { answer } = said;
        return answer.about === "nothing" ? refusal(404, answer.message) : { status: 200, body: answer };
      }),
  };
}
