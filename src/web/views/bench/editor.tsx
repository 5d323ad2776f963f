/** A text field for a rule: mistakes are underlined in place, and a list at the caret says what could stand there. */
import type { Ref } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { BenchProblem } from "../../../model/page/bench.ts";
import { useWords } from "../../state/reader.ts";
import { type Completion, completionsAt, type Vocabulary } from "./completion.ts";
import { benchWords } from "./words.ts";
import "../../parts/visually-hidden.css";
import "./editor.css";

interface EditorProps {
  readonly text: string;
  readonly problems: readonly BenchProblem[];
  /** Undefined while it is read: nothing is suggested then. */
  readonly known: Vocabulary | undefined;
  change(text: string): void;
}

/** Id of the field, for those who lead to a place in it. */
export const fieldId = "bench-text";
const listId = "bench-suggestions";

interface Open {
  readonly all: readonly Completion[];
  readonly chosen: number;
}

export function Editor({ text, problems, known, change }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const marks = useRef<HTMLPreElement>(null);
  const [open, setOpen] = useState<Open>();
  const words = useWords(benchWords);
  const suggest = (isAsked: boolean) => {
    if (known === undefined || field.current === null) return setOpen(undefined);
    const { value, selectionStart, selectionEnd } = field.current;
    if (selectionStart !== selectionEnd) return setOpen(undefined);
    const all = completionsAt(value, selectionStart, known, isAsked);
    setOpen(all.length === 0 ? undefined : { all, chosen: 0 });
  };
  const accept = (one: Completion | undefined) => {
    setOpen(undefined);
    if (one === undefined || field.current === null) return;
    write(field.current, one.from, one.insert);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const act = actions({ open, setOpen, suggest, accept, field: field.current })[keyOf(event)];
    if (act === undefined || act() === false) return;
    event.preventDefault();
  };
  const scrolled = () => {
    if (marks.current === null || field.current === null) return;
    marks.current.scrollTop = field.current.scrollTop;
    marks.current.scrollLeft = field.current.scrollLeft;
    setOpen(undefined);
  };
  return (
    <div class="editor">
      <Marks text={text} problems={problems} frame={marks} />
      <textarea
        id={fieldId}
        ref={field}
        value={text}
        wrap="off"
        spellcheck={false}
        autocapitalize="off"
        aria-label={words.text}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={open && `${listId}-${open.chosen}`}
        aria-describedby="bench-problems"
        onInput={(event) => {
          change(event.currentTarget.value);
          suggest(false);
        }}
        onKeyDown={pressed}
        onScroll={scrolled}
        onBlur={() => setOpen(undefined)}
        onClick={() => setOpen(undefined)}
      />
      <Suggestions open={open} field={field.current} accept={accept} />
      <p class="visually-hidden" role="status">
        {open && words.suggestions(open.all.length)}
      </p>
    </div>
  );
}

interface MarksProps extends Pick<EditorProps, "text" | "problems"> {
  readonly frame: Ref<HTMLPreElement>;
}

/** The text again, below the field, with its mistakes underlined. */
function Marks({ text, problems, frame }: MarksProps) {
  return (
    <pre class="marks" aria-hidden="true" ref={frame}>
      {markedLines(text, problems).map((parts, line) => (
        <div key={line}>
          {parts.map(({ text: part, mark }, at) => (
            <span key={at} class={mark}>
              {part}
            </span>
          ))}
          {"\n"}
        </div>
      ))}
    </pre>
  );
}

interface SuggestionsProps {
  readonly open: Open | undefined;
  readonly field: HTMLTextAreaElement | null;
  accept(one: Completion): void;
}

/** The list stands there, empty and hidden, when nothing is suggested, since the field names it. */
function Suggestions({ open, field, accept }: SuggestionsProps) {
  const list = useRef<HTMLDivElement>(null);
  const words = useWords(benchWords);
  const from = open?.all[0]?.from;
  useEffect(() => {
    if (from === undefined || field === null || list.current === null) return;
    const { left, top } = placeOf(field, from);
    list.current.style.left = `${Math.max(0, Math.min(left, field.clientWidth - list.current.offsetWidth))}px`;
    list.current.style.top = `${top}px`;
  }, [from, field]);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [open]);
  return (
    <div
      id={listId}
      ref={list}
      role="listbox"
      aria-label={words.suggested}
      class="suggestions"
      hidden={open === undefined}
    >
      {open?.all.map((one, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys choose
        <div
          key={one.label}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === open.chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => accept(one)}
        >
          <code>{one.label}</code> <span class="quiet">{one.about}</span>
        </div>
      ))}
    </div>
  );
}

interface Actions {
  readonly open: Open | undefined;
  readonly field: HTMLTextAreaElement | null;
  setOpen(open: Open | undefined): void;
  suggest(isAsked: boolean): void;
  accept(one: Completion | undefined): void;
}

type Act = () => unknown;

/** By key. What answers false leaves the key to the field. */
function actions({ open, field, setOpen, suggest, accept }: Actions): Readonly<Record<string, Act>> {
  if (open === undefined) {
    return {
      "ctrl+ ": () => suggest(true),
      Enter: () => (field === null ? false : write(field, field.selectionStart, `\n${indentAt(field)}`)),
    };
  }
  const count = open.all.length;
  const choose = (by: number) => setOpen({ ...open, chosen: (open.chosen + by + count) % count });
  return {
    ArrowDown: () => choose(1),
    ArrowUp: () => choose(-1),
    Enter: () => accept(open.all[open.chosen]),
    Tab: () => accept(open.all[open.chosen]),
    Escape: () => setOpen(undefined),
  };
}

function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  if (metaKey || altKey || shiftKey) return "";
  return ctrlKey ? `ctrl+${key}` : key;
}

/** A new line begins as far in as the one before, and further behind a key without a value. */
function indentAt({ value, selectionStart }: HTMLTextAreaElement): string {
  const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
  const own = /^\s*/.exec(line)?.[0] ?? "";
  return /:\s*[|>]?$/.test(line) ? `${own}  ` : own;
}

/** Writes over the text from an offset to the caret, as typing would, so that it can be undone. */
function write(field: HTMLTextAreaElement, from: number, text: string): void {
  field.focus();
  field.setSelectionRange(from, field.selectionEnd);
  // The only way that browsers keep what was before for undo.
  if (!document.execCommand("insertText", false, text)) {
    field.setRangeText(text, from, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Where a character stands within the field's frame, the line below it, in pixels. */
function placeOf(field: HTMLTextAreaElement, offset: number): { left: number; top: number } {
  const before = field.value.slice(0, offset).split("\n");
  const style = getComputedStyle(field);
  const pen = document.createElement("canvas").getContext("2d");
  if (pen !== null) pen.font = `${style.fontSize} ${style.fontFamily}`;
  const width = pen?.measureText(before.at(-1) ?? "").width ?? 0;
  return {
    left: width + Number.parseFloat(style.paddingLeft) - field.scrollLeft,
    top:
      before.length * Number.parseFloat(style.lineHeight) +
      Number.parseFloat(style.paddingTop) -
      field.scrollTop,
  };
}

interface MarkedPart {
  readonly text: string;
  /** Class of a mark; undefined: there is none. */
  readonly mark?: "mistake" | "warned" | undefined;
}

function markedLines(text: string, problems: readonly BenchProblem[]): MarkedPart[][] {
  return text.split("\n").map((line, index) => {
    const own = problems.filter((one) => one.line === index + 1).toSorted((a, b) => a.column - b.column);
    return partsOf(line, own);
  });
}

/** A mark is as long as the word, or one character. */
function partsOf(line: string, problems: readonly BenchProblem[]): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const { column, severity } of problems) {
    const from = Math.min(column - 1, Math.max(0, line.length - 1));
    if (from < at) continue;
    const [word = ""] = /^[\p{L}\p{N}_.*-]+|^./u.exec(line.slice(from)) ?? [];
    parts.push(
      { text: line.slice(at, from) },
      { text: word, mark: severity === "warning" ? "warned" : "mistake" },
    );
    at = from + word.length;
  }
  return [...parts, { text: line.slice(at) }].filter((part) => part.text !== "" || part.mark !== undefined);
}
