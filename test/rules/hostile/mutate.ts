/** Makes of an expression one that nobody wrote. */
import { pick, type Random } from "./random-expressions.ts";

const pieces =
  "( ) [ ] { } . , : ? + - * / % == != < > && || ! in ' \" \\ now was event lists .map(x, .exists(x, .matches(' has( size( 1 1.5 'a' true null constructor __proto__ . .. \u0000 \ud800 株 ｱ \u202e \n // 9999999999999999999999 1e999".split(
    " ",
  );

export function mutate(expression: string, other: string, random: Random): string {
  let text = expression;
  for (let times = 1 + random(3); times > 0; times--) {
    const at = random(text.length + 1);
    const to = at + random(8);
    switch (random(5)) {
      case 0:
        text = text.slice(0, at) + text.slice(to);
        break;
      case 1:
        text = text.slice(0, at) + pick(random, pieces) + text.slice(at);
        break;
      case 2:
        text = text.slice(0, at) + text.slice(at, to).repeat(1 + random(30)) + text.slice(to);
        break;
      case 3:
        text = text.slice(0, at) + other.slice(random(other.length + 1)) + text.slice(to);
        break;
      default:
        text = text.slice(0, at) + String.fromCharCode(random(0x10000)) + text.slice(to);
    }
  }
  return text;
}
