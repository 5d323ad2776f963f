import { Failure } from "../../lib/failure.ts";
import { bodyJson } from "../../lib/http/body-text.ts";
import type { HttpResponse } from "../../lib/http/response.ts";
import { shownMessage, statusFailure } from "../../lib/http/status-failure.ts";
import { checkAnswer } from "../check-answer.ts";
import { knownNames, noteUnknownFields } from "../known-names.ts";
import type { OddityCollector } from "../oddities.ts";
import { createRowReader } from "../read-rows.ts";
import { isRecord } from "../shapes.ts";
import { commentFields, commentPageFields } from "./fields.ts";
import type { Comment, FullCommentPage } from "./records.ts";
import { commentPage, commentRow, verdict } from "./schema.ts";

const answerNames = knownNames({}, ["isSuccess", "message", "response"]);
const pageNames = knownNames(commentPageFields, ["isError", "message", "items"]);
const commentNames = knownNames(commentFields);

/** The comments that an answer holds. Throws a Failure; nothing that it says holds a secret. */
export function readComments(
  response: HttpResponse,
  secrets: readonly string[],
  oddities: OddityCollector | undefined,
): FullCommentPage {
  if (response.status !== 200) throw statusFailure(response, secrets);
  const answer = bodyJson(response);
  const { where } = response;
  const { isSuccess, message, response: inner } = checkAnswer(verdict, answer, where);
  if (!isSuccess || inner?.isError === true) {
    const said = shownMessage(message ?? inner?.message ?? "an error without a message", secrets);
    throw new Failure("service-error", `${where}: ${said}`, { status: response.status });
  }
  const { facts, items } = checkAnswer(commentPage, answer, where);
  if (oddities) noteEnvelope(answer, where, oddities);
  const reader = createRowReader(
    {
      schema: commentRow,
      fields: commentFields,
      names: commentNames,
      where,
      path: ["response", "items"],
      keys: ["part"],
    },
    oddities,
  );
  const comments = reader.page(items);
  reader.end();
  const aside = reader.aside.map(({ part }) => (typeof part === "number" ? part : undefined));
  return { ...facts, comments: newestFirst(comments), ...(aside.length === 0 ? {} : { aside }) };
}

function noteEnvelope(answer: unknown, where: string, oddities: OddityCollector): void {
  noteUnknownFields(answer, answerNames, { where, path: [] }, oddities);
  const inner = isRecord(answer) ? answer.response : undefined;
  noteUnknownFields(inner, pageNames, { where, path: ["response"] }, oddities);
}

/** Each part once. */
function newestFirst(comments: readonly Comment[]): Comment[] {
  const byPart = new Map<number, Comment>();
  for (const comment of comments) if (!byPart.has(comment.part)) byPart.set(comment.part, comment);
  return [...byPart.values()].sort((a, b) => b.part - a.part);
}
