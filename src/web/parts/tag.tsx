/** A short word for a state: always in words, the colour only helps. */
import type { ComponentChildren } from "preact";
import "./tag.css";

export type Tone = "good" | "quiet" | "warning" | "critical";

export function Tag({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`tag ${tone}`}>{children}</span>;
}
