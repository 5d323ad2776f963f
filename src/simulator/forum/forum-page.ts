/** `/quote/<code>.T/forum`: a stock's forum page, with the token for its comments in an embedded field. */
import { randomBytes } from "node:crypto";
import { htmlReply, type Reply } from "../http/service.ts";
import type { Company } from "../world/companies.ts";
import { escapeHtml, page, scriptJson } from "./html.ts";

export function forumPage(company: Company, token: string): Reply {
  const state = { quote: { code: company.code, name: company.name }, mainBbs: { jwtToken: token } };
  const body = `<h1>${escapeHtml(company.name)}【${company.code}】掲示板</h1>
<section id="poll"><h2>みんなの評価</h2><ul><li>強く買いたい</li><li>様子見</li><li>強く売りたい</li></ul></section>
<section id="comments"></section>
<script>window.__PRELOADED_STATE__ = ${scriptJson(state)}</script>`;
  return htmlReply(200, page(`${company.name}【${company.code}】掲示板 (SIMULATED)`, body), {
    "cache-control": "no-store",
    "set-cookie": [
      `B=${randomBytes(9).toString("hex")}; Path=/; HttpOnly`,
      `XB=${randomBytes(6).toString("hex")}; Path=/; HttpOnly; SameSite=Lax`,
    ],
  });
}
