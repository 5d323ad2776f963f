/** What uPlot draws of a chart: lines, axes in Japan's time, marks, in the colours of the page as they are now. */
import uPlot from "uplot";
import { axisTexts } from "../moment.tsx";
import type { ChartLine, Joined } from "./chart-data.ts";

/** A moment worth a line across the chart: an alert's, or that of a record such as results. */
export interface ChartMark {
  /** ms since 1970. */
  readonly at: number;
  readonly severity: "info" | "warning" | "critical" | "record";
}

export interface Plotted {
  readonly lines: readonly ChartLine[];
  readonly joined: Joined;
  /** First and last moment of the axis, ms since 1970. */
  readonly from: number;
  readonly to: number;
  readonly marks: readonly ChartMark[];
  /** Charts with one key share the cursor. */
  readonly sync: string | undefined;
  readonly height: number;
  /** Whether 1 is on top, as of ranks. */
  readonly isTurned: boolean;
  readonly language: "en" | "ja";
  /** Where the cursor stands to begin with, ms since 1970; null: nowhere. */
  readonly at: number | null;
  /** The reader moved the cursor to one of the times; null: it left. */
  onMoment(at: number | null): void;
  /** A stretch of time was chosen with the mouse. */
  onRange?: ((from: number, to: number) => void) | undefined;
}

/** Cells of the axes have one width in all charts, so that charts below each other share their axis of time. */
const axisWidth = 64;
const paddingRight = 12;
export const dashes: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [9, 3, 2, 3]];
export const colours = 8;

/** Draws into an element; the answer removes it. */
export function plot(into: HTMLElement, plotted: Plotted): uPlot {
  const { joined, lines, height } = plotted;
  const colour = coloursOf(into);
  const options: uPlot.Options = {
    width: Math.max(into.clientWidth, 200),
    height,
    ms: 1,
    padding: [8, paddingRight, 0, 0],
    tzDate: (at) => uPlot.tzDate(new Date(at), "Asia/Tokyo"),
    legend: { show: false },
    scales: scalesOf(plotted),
    axes: axesOf(plotted, colour),
    series: [{}, ...lines.map((line, place) => seriesOf(line, line.style ?? place, colour))],
    cursor: {
      y: false,
      drag: { x: plotted.onRange !== undefined, y: false, setScale: false },
      ...(plotted.sync !== undefined && {
        sync: { key: plotted.sync, setSeries: false, filters: { pub: isMove } },
      }),
    },
    hooks: {
      drawAxes: [(drawn) => drawMarks(drawn, plotted.marks, colour)],
      // Being drawn is no move of the reader's.
      setLegend: [({ cursor, status }) => status === 1 && plotted.onMoment(timeAt(joined, cursor.idx))],
      ready: [(drawn) => plotted.at !== null && putCursor(drawn, plotted.at, false)],
      setSelect: [(drawn) => choose(drawn, plotted)],
    },
  };
  return new uPlot(options, [[...joined.times], ...joined.values.map((own) => [...own])], into);
}

/** A stretch that is chosen in one chart is told once, not by each that follows its cursor. */
function isMove(type: string): boolean {
  return type === "mousemove" || type === "mouseleave";
}

/** uPlot tells the charts that share the cursor if a third argument says so, which its types do not know. */
type TellingCursor = (at: { left: number; top: number }, isHeard: boolean, isShared: boolean) => void;

/** Puts the cursor at a moment, and by default that of the charts which share it. */
export function putCursor(drawn: uPlot, at: number, isShared = true): void {
  const setCursor: TellingCursor = drawn.setCursor;
  setCursor({ left: drawn.valToPos(at, "x"), top: 0 }, true, isShared);
}

function timeAt({ times }: Joined, place: number | null | undefined): number | null {
  return times[place ?? -1] ?? null;
}

type Colour = (name: string) => string;

/** Colours of the page's style as a canvas takes them: it knows neither variables nor light-dark(). */
function coloursOf(into: HTMLElement): Colour {
  const known = new Map<string, string>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const probe = into.appendChild(document.createElement("span"));
    probe.style.color = `var(--${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    known.set(name, color);
    return color;
  };
}

function scalesOf({ from, to, isTurned, lines }: Plotted): uPlot.Scales {
  // One moment alone would be an axis without a length.
  const x: uPlot.Scale = { time: true, auto: false, range: () => [from, Math.max(to, from + 60_000)] };
  const isFromZero = lines.some(({ kind }) => kind === "bars");
  const min: uPlot.Range.Limit = isFromZero ? { soft: 0, mode: 1 } : { pad: 0.1, soft: 0, mode: 3 };
  if (!isTurned) return { x, y: { range: { min, max: { pad: 0.1 } } } };
  return { x, y: { dir: -1, range: (_drawn, _least, most) => [0.5, Math.max(most ?? 1, 5) + 0.5] } };
}

function axesOf({ isTurned, language }: Plotted, colour: Colour): uPlot.Axis[] {
  const stroke = colour("quiet");
  const grid = { stroke: colour("line"), width: 1 };
  const ticks = { ...grid, size: 4 };
  const font = "12px system-ui, sans-serif";
  const compact = new Intl.NumberFormat(language, { notation: "compact", maximumSignificantDigits: 4 });
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
  // Prices are read to the yen; balances of millions of shares are not.
  const formOf = (splits: readonly number[]) =>
    splits.some((each) => Math.abs(each) >= 1e6) ? compact : whole;
  const look = { stroke, font, grid, ticks };
  return [
    {
      ...look,
      size: 42,
      space: 70,
      values: (_drawn, splits, _axis, _space, step) => axisTexts(splits, step, language),
    },
    {
      ...look,
      size: axisWidth,
      space: 32,
      ...(isTurned && { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000] }),
      values: (_drawn, splits) => splits.map((value) => formOf(splits).format(value)),
    },
  ];
}

function seriesOf(line: ChartLine, style: number, colour: Colour): uPlot.Series {
  const stroke = colour(line.isFaint ? "quiet" : `chart-${(style % colours) + 1}`);
  const width = line.isFaint ? 1 : 2;
  const dash = [...(dashes[style % dashes.length] ?? [])];
  const { stepped, bars } = uPlot.paths;
  const dots = { size: 5, fill: stroke };
  switch (line.kind) {
    case "step":
      return {
        stroke,
        width,
        dash,
        ...(stepped && { paths: stepped({ align: 1, alignGaps: 1 }) }),
        points: { show: false },
      };
    case "bars":
      return {
        stroke,
        fill: stroke,
        width: 0,
        ...(bars && { paths: bars({ size: [0.7, 24, 1] }) }),
        points: { show: false },
      };
    case "points":
      return { stroke, width: 0, paths: () => null, points: { show: true, size: 8, width: 2, stroke } };
    default:
      return { stroke, width, dash, points: dots };
  }
}

const markColours = { info: "quiet", warning: "warning", critical: "critical", record: "chart-3" } as const;

function drawMarks(drawn: uPlot, marks: readonly ChartMark[], colour: Colour): void {
  const { ctx, bbox } = drawn;
  ctx.save();
  ctx.lineWidth = uPlot.pxRatio;
  ctx.setLineDash([3 * uPlot.pxRatio, 3 * uPlot.pxRatio]);
  for (const { at, severity } of marks) {
    const left = Math.round(drawn.valToPos(at, "x", true));
    if (left < bbox.left || left > bbox.left + bbox.width) continue;
    ctx.strokeStyle = colour(markColours[severity]);
    ctx.beginPath();
    ctx.moveTo(left, bbox.top);
    ctx.lineTo(left, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** A stretch narrower than a few pixels is a click that slipped. */
const narrowest = 8;

function choose(drawn: uPlot, { onRange }: Plotted): void {
  const { left, width } = drawn.select;
  if (width < narrowest) return;
  onRange?.(Math.round(drawn.posToVal(left, "x")), Math.round(drawn.posToVal(left + width, "x")));
}
