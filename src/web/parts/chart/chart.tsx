/** A chart on an axis of time in Japan: drawn by uPlot, read with the mouse, the keyboard or a screen reader. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import type { Language } from "../../../model/language.ts";
import { groupedNumber } from "../../../model/numbers.ts";
import { useLanguage } from "../../state/reader.ts";
import { shownTime } from "../moment.tsx";
import { type ChartLine, type Joined, joinedLines, valueAt } from "./chart-data.ts";
import { type ChartMark, colours, dashes, type Plotted, plot, putCursor } from "./chart-plot.ts";
import "uplot/dist/uPlot.min.css";
import "./chart.css";

interface ChartProps {
  /** What it shows, for those who do not see it; the values are read at the cursor. */
  readonly label: string;
  /** The same array as long as the lines are the same: a new one is drawn anew. */
  readonly lines: readonly ChartLine[];
  /** First and last moment of the axis, ms since 1970. */
  readonly from: number;
  readonly to: number;
  /** The same array as long as the marks are the same. */
  readonly marks?: readonly ChartMark[];
  /** Charts with one key share the cursor. */
  readonly sync?: string;
  /** Pixels. */
  readonly height?: number;
  /** Whether 1 is on top, as of ranks. */
  readonly isTurned?: boolean;
  /** A stretch of time was chosen with the mouse; left out, none can be. Times in ms since 1970. */
  readonly onRange?: (from: number, to: number) => void;
}

const noMarks: readonly ChartMark[] = [];

export function Chart({ label, height = 180, isTurned = false, sync, onRange, ...newest }: ChartProps) {
  const language = useLanguage();
  const { shown: looks, hold } = useHeld({ marks: noMarks, ...newest, theme: useThemeChanges() });
  const { lines } = looks;
  const data = useMemo(() => joinedLines(lines), [lines]);
  const { frame, drawn, at } = useDrawn({
    ...looks,
    joined: data,
    sync,
    height,
    isTurned,
    language,
    onRange,
  });
  const last = data.times.length - 1;
  const place = at === null ? last : data.times.findLastIndex((time) => time <= at);
  const shown = at === null ? last : Math.max(0, place);
  return (
    <figure class="chart">
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(last, 0)}
        aria-valuenow={Math.max(shown, 0)}
        aria-valuetext={spoken(data, lines, shown, language)}
        onKeyDown={(event) => {
          const next = stepped(event.key, shown, last);
          if (next === undefined) return;
          event.preventDefault();
          const time = data.times[next];
          if (drawn.current && time !== undefined) putCursor(drawn.current, time);
        }}
        // Other buttons choose nothing, and a menu may swallow their end.
        onMouseDown={({ button }) => button === 0 && hold()}
        ref={frame}
      />
      <Readout {...{ data, lines, place: shown }} />
    </figure>
  );
}

interface Drawing extends Omit<Plotted, "at" | "onMoment"> {
  /** Grows whenever the colours change. */
  readonly theme: number;
}

/** Draws the chart anew where it changed; `at` is the moment that is read, ms since 1970, null for none. */
function useDrawn({ theme, onRange, ...plotted }: Drawing) {
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<uPlot | undefined>(undefined);
  const range = useRef(onRange);
  range.current = onRange;
  const [at, setAt] = useState<number | null>(null);
  // News draws the chart anew: who reads a moment of it stays there, also where a key moved there just before.
  const read = useRef(at);
  const move = (moment: number | null) => {
    read.current = moment;
    setAt(moment);
  };
  const { joined, from, to, marks, sync, height, isTurned, language } = plotted;
  const canChoose = onRange !== undefined;
  useEffect(() => {
    const into = frame.current;
    if (into === null) return;
    const choose = (first: number, last: number) => range.current?.(first, last);
    const one = plot(into, {
      ...plotted,
      at: read.current,
      onMoment: move,
      onRange: canChoose ? choose : undefined,
    });
    drawn.current = one;
    const sizes = new ResizeObserver(() => one.setSize({ width: into.clientWidth, height }));
    sizes.observe(into);
    return () => {
      sizes.disconnect();
      one.destroy();
    };
  }, [joined, from, to, marks, sync, height, isTurned, language, theme, canChoose]);
  return { frame, drawn, at };
}

/** Values of all lines at the cursor, and at the end where there is none. */
function Readout({ data, lines, place }: { data: Joined; lines: readonly ChartLine[]; place: number }) {
  const language = useLanguage();
  const at = data.times[place];
  if (at === undefined) return null;
  return (
    <figcaption class="chart-readout" aria-hidden="true">
      <span class="chart-moment">{shownTime(at, language)}</span>
      {lines.map((line, index) => (
        <span key={`${index} ${line.label}`} class="chart-value">
          <Swatch line={line} style={line.style ?? index} />
          {line.label} <b>{numberText(valueAt(data, lines, index, place))}</b>
        </span>
      ))}
    </figcaption>
  );
}

function Swatch({ line, style }: { line: ChartLine; style: number }) {
  const colour = line.isFaint ? "var(--quiet)" : `var(--chart-${(style % colours) + 1})`;
  if (line.kind === "bars") return <i class="chart-swatch" style={{ background: colour }} />;
  const dash = (dashes[style % dashes.length] ?? []).join(" ");
  return (
    <svg class="chart-swatch" viewBox="0 0 24 12" aria-hidden="true">
      {line.kind === "points" ? (
        <circle cx="12" cy="6" r="4" fill="none" stroke-width="2" style={{ stroke: colour }} />
      ) : (
        <path
          d="M0 6H24"
          stroke-width={line.isFaint ? 1 : 2}
          stroke-dasharray={dash}
          style={{ stroke: colour }}
        />
      )}
    </svg>
  );
}

function numberText(value: number | undefined): string {
  return value === undefined ? "–" : groupedNumber(value);
}

function spoken(data: Joined, lines: readonly ChartLine[], place: number, language: Language): string {
  const at = data.times[place];
  if (at === undefined) return "–";
  const values = lines.map(
    ({ label }, index) => `${label} ${numberText(valueAt(data, lines, index, place))}`,
  );
  return [shownTime(at, language), ...values].join(", ");
}

/** Where a key leads from a place; undefined: it is no key of the chart. */
function stepped(key: string, place: number, last: number): number | undefined {
  const far = Math.max(1, Math.round(last / 10));
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: place - 1,
    ArrowRight: place + 1,
    ArrowDown: place - 1,
    ArrowUp: place + 1,
    PageDown: place - far,
    PageUp: place + far,
    Home: 0,
    End: last,
  };
  const next = steps[key];
  return next === undefined ? undefined : Math.max(0, Math.min(last, next));
}

/** A number that grows whenever the colours change: by the reader's choice, or by the system's. */
function useThemeChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const changed = () => setChanges((count) => count + 1);
    const chosen = new MutationObserver(changed);
    chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", changed);
    return () => {
      chosen.disconnect();
      system.removeEventListener("change", changed);
    };
  }, []);
  return changes;
}

interface Held<Shown> {
  /** The newest that was not held back. */
  readonly shown: Shown;
  /** Until the mouse is let go, wherever that is. */
  hold(): void;
}

/** Keeps what is shown while the mouse is down in it: drawn anew, a stretch that is being chosen would be lost. */
function useHeld<Shown>(newest: Shown): Held<Shown> {
  const [isHeld, setHeld] = useState(false);
  const shown = useRef(newest);
  if (!isHeld) shown.current = newest;
  return {
    shown: shown.current,
    hold() {
      setHeld(true);
      addEventListener("mouseup", () => setHeld(false), { once: true });
    },
  };
}
