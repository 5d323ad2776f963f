/** What is known of the values of a field besides their kind, to find conditions that cannot be meant as they stand. */
import * as z from "zod";

export interface FieldMark {
  readonly unit?: "percent";
  /** The least and the most that it is in life, whatever services may send. */
  readonly usual?: readonly [least: number, most?: number];
  /** How its texts are written; `dated`: as a day or as a moment. */
  readonly form?: "day" | "moment" | "dated" | "period";
  /** In which zone its moments are written; left out: in any. */
  readonly zone?: "Z" | "+09:00";
}

/** Marks by the schema of a field. They stand apart from its meta, which editors see. */
export const fieldMarks = z.registry<FieldMark>();
