import * as z from "zod";

interface Mistake {
  readonly message: string;
  /** Text to write instead. */
  readonly suggestion?: string | undefined;
}

/** A text that has its own words for what is wrong with it. `find` answers undefined where nothing is. */
export function checkedText(find: (text: string) => Mistake | undefined): z.ZodString {
  return z.string().superRefine((text, context) => {
    const mistake = find(text);
    if (mistake === undefined) return;
    const { message, suggestion } = mistake;
    context.addIssue({ code: "custom", message, ...(suggestion && { params: { suggestion } }) });
  });
}
