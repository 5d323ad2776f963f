/**
 * Where a text names a value in other brackets than {{ }}, so that it would be shown as it is written. Undefined where
 * it does not.
 */
export function braceSlip(text: string): number | undefined {
  // What stands inside {{ }} is an expression; as many blanks keep the places.
  const shown = text.replace(/\{\{.*?(\}\}|$)/gs, (inside) => " ".repeat(inside.length));
  const index = shown.search(/(\$\{|%\{|\{|｛+|<%=?)\s*(now|was|event|found)\.[a-zA-Z]/);
  return index < 0 ? undefined : index;
}
