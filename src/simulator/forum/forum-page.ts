/** `/quote/<code>.T/forum`: a stock's forum page, with the token for its comments in an embedded field. */
import { randomBytes } from "node:crypto";
import type { Dialect } from "../dialect.ts";
import { htmlReply, type Reply } from "../http/service.ts";
import type { Company } from "../world/companies.ts";
import { escapeHtml, page, scriptJson } from "./html.ts";
import { streamedState } from "./observed.ts";

export function forumPage(company: Company, token: string, dialect: Dialect): Reply {
  const state = { quote: { code: company.code, name: company.name }, mainBbs: { jwtToken: token } };
  const script =
    dialect === "observed" ? streamedState(state) : `window.__PRELOADED_STATE__ = ${scriptJson(state)}`;
  const body = `<h1>${escapeHtml(company.name)}【${company.code}】掲示板</h1>
<section id="poll"><h2>みんなの評価</h2><ul><li>強く買いたい</li><li>様子見</li><li>強く売りたい</li></ul></section>
<section id="comments"></section>
<script>${script}</script>`;
  return htmlReply(200, page(`${company.name}【${company.code}】掲示板 (SIMULATED)`, body), {
    "cache-control": "no-store",
    "set-cookie": [
      `B=${randomBytes(9).toString("hex")}; Path=/; HttpOnly`,
      `XB=${randomBytes(6).toString("hex")}; Path=/; HttpOnly; SameSite=Lax`,
    ],
  });
}
