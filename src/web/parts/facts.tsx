/** Facts about one thing, each with its name; one without a value is left out. */
import type { ComponentChildren } from "preact";
import "./facts.css";

export type Fact = readonly [name: string, value: ComponentChildren];

export function Facts({ of }: { readonly of: readonly Fact[] }) {
  const known = of.filter(([, value]) => value !== undefined && value !== null && value !== "");
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
