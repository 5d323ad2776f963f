/** Writing text into HTML and scripts. */
import { escapeHtml } from "../../lib/text/escape-html.ts";

/** JSON that can stand in a script element: no text in it can end the script. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** A script that holds its state as text, as some frameworks write it: each quote of the token's field is escaped. */
export function streamedState(state: unknown): string {
  return `(self.__stream = self.__stream || []).push([1,${scriptJson(`5:${JSON.stringify(state)}\n`)}])`;
}

export function page(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="ja">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body>
${body}
</body>
</html>
`;
}
