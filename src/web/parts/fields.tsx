/** Fields that views share: those that narrow a view down stand in the address, so that what is seen can be shared. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { refine, useAddress } from "../state/address.ts";
import "./fields.css";
import { useNarrow, useWords } from "../state/reader.ts";
import { words } from "./words.ts";

interface FiltersProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** On a telephone they are folded away until one asks for them. */
export function Filters({ label, children }: FiltersProps) {
  const fields = (
    <search class="filters" aria-label={label}>
      {children}
    </search>
  );
  if (!useNarrow()) return fields;
  return (
    <details class="folded">
      <summary>{label}</summary>
      {fields}
    </details>
  );
}

interface FieldProps {
  /** Name in the address. */
  readonly name: string;
  readonly label: string;
}

interface ChoiceProps extends FieldProps {
  /** Each value with its words. */
  readonly options: readonly (readonly [value: string, words: string])[];
  /** The words for no choice. */
  readonly all: string;
}

/** A choice among a few. A value of the address that is none of them is kept and shown as it is. */
export function Choice({ name, label, options, all }: ChoiceProps) {
  const address = useAddress();
  const value = address.query.get(name) ?? "";
  const isKnown = value === "" || options.some(([one]) => one === value);
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => refine(address, { [name]: event.currentTarget.value })}>
        <option value="">{all}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {options.map(([one, said]) => (
          <option key={one} value={one}>
            {said}
          </option>
        ))}
      </select>
    </label>
  );
}

const typingMs = 250;

/** A text that people type; the address has it once they pause. */
export function Typed({ name, label, type = "search" }: FieldProps & { readonly type?: "search" | "date" }) {
  const address = useAddress();
  const current = useRef(address);
  current.current = address;
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef(0);
  const value = address.query.get(name) ?? "";
  useEffect(() => {
    // What came from elsewhere, such as a link, and never what is being typed.
    if (input.current && document.activeElement !== input.current) input.current.value = value;
  }, [value]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const typed = (text: string) => {
    clearTimeout(pause.current);
    pause.current = setTimeout(
      () => refine(current.current, { [name]: text }),
      typingMs,
    ) as unknown as number;
  };
  return (
    <label>
      {label}
      <input
        ref={input}
        {...({ type } as { type: "search" })}
        defaultValue={value}
        autocomplete="off"
        onInput={(event) => typed(event.currentTarget.value)}
      />
    </label>
  );
}

/** The span that is offered first. */
export const usualSpan = "3h";

interface SpanFieldProps {
  readonly value: string;
  change(span: string): void;
}

export function SpanField({ value, change }: SpanFieldProps) {
  const said = useWords(words);
  return (
    <label>
      {said.howLong}
      <select value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        {Object.entries(said.spans).map(([span, shown]) => (
          <option key={span} value={span}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}
