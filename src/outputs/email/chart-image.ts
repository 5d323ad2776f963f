/**
 * The image of a chart: a line over its days, drawn without a font. The ground is transparent and the colours are of
 * middle brightness, so that it can be seen on white and on black. The same points always give the same bytes.
 */
import { encode } from "fast-png";
import type { MailExtras } from "../../model/mail.ts";
import { chartIdOf } from "./headers.ts";

type Points = NonNullable<MailExtras["chart"]>["points"];

/** Twice the size at which it is shown, for screens with fine pixels. */
const width = 960;
const height = 240;
const margin = 16;
const lineWidth = 5;
const dotWidth = 13;

type Colour = readonly [red: number, green: number, blue: number];
const lineColour: Colour = [59, 130, 246];
const lastColour: Colour = [234, 88, 12];
const frameColour: Colour = [128, 128, 128];

type Place = readonly [x: number, y: number];

/** The chart as a part of a message, which its HTML shows by its Content-ID. */
export function chartPart(points: Points, messageId: string) {
  return {
    filename: "chart.png",
    contentType: "image/png",
    cid: chartIdOf(messageId),
    contentDisposition: "inline" as const,
    content: chartImage(points),
  };
}

export function chartImage(points: Points): Buffer {
  const data = new Uint8Array(width * height * 4);
  const places = placesOf(points);
  for (const y of [margin, height - margin]) stroke(data, [margin, y], [width - margin, y], 1, frameColour);
  for (const [index, to] of places.entries()) {
    const from = places[index - 1];
    if (from !== undefined) stroke(data, from, to, lineWidth, lineColour);
  }
  for (const place of places.slice(0, -1)) stroke(data, place, place, dotWidth, lineColour);
  const last = places.at(-1);
  if (last !== undefined) stroke(data, last, last, dotWidth * 1.4, lastColour);
  return Buffer.from(encode({ width, height, data, channels: 4, depth: 8 }));
}

/** The lowest value lies at the bottom and the highest at the top; values that are all equal lie in the middle. */
function placesOf(points: Points): Place[] {
  const [times, values] = [timesOf(points), points.map(([, value]) => value)];
  const across = scale(times, margin * 2, width - margin * 2);
  const up = scale(values, height - margin * 2, margin * 2);
  return points.map(([, value], index) => [across(times[index] ?? 0), up(value)]);
}

/** Moments where all labels are days, else their order. */
function timesOf(points: Points): number[] {
  const days = points.map(([day]) => (/^\d{4}-\d{2}(-\d{2})?$/.test(day) ? Date.parse(day) : Number.NaN));
  return days.some(Number.isNaN) ? points.map((_, index) => index) : days;
}

function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // A half of each: the distance of very large numbers may be more than a number can be.
  const length = most / 2 - least / 2;
  return (value) => (length > 0 ? from + ((value / 2 - least / 2) / length) * (to - from) : (from + to) / 2);
}

/** Draws a line with round ends, its edge smooth: how much of a pixel it covers is how opaque that is. */
function stroke(data: Uint8Array, from: Place, to: Place, wide: number, colour: Colour): void {
  const reach = wide / 2 + 1;
  const range = (a: number, b: number, most: number) => [
    Math.max(0, Math.floor(Math.min(a, b) - reach)),
    Math.min(most - 1, Math.ceil(Math.max(a, b) + reach)),
  ];
  const [left = 0, right = 0] = range(from[0], to[0], width);
  const [top = 0, bottom = 0] = range(from[1], to[1], height);
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const covered = Math.min(1, Math.max(0, wide / 2 + 0.5 - distance([x, y], from, to)));
      if (covered > 0) paint(data, (y * width + x) * 4, colour, covered);
    }
}

function paint(data: Uint8Array, at: number, [red, green, blue]: Colour, covered: number): void {
  const alpha = Math.round(covered * 255);
  if (alpha < (data[at + 3] ?? 0)) return;
  data.set([red, green, blue, alpha], at);
}

/** Distance of a point from a line between two others. */
function distance([x, y]: Place, [fromX, fromY]: Place, [toX, toY]: Place): number {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const length = alongX * alongX + alongY * alongY;
  const part = length === 0 ? 0 : ((x - fromX) * alongX + (y - fromY) * alongY) / length;
  const nearest = Math.min(1, Math.max(0, part));
  return Math.hypot(x - fromX - nearest * alongX, y - fromY - nearest * alongY);
}
