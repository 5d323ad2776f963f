/** Facts about a field besides its kind of value: for lint, and for mails. */
import * as z from "zod";

/** Label and unit of a field in mails. */
export interface FieldWords {
  readonly label: string;
  /** Stands after a number. */
  readonly unit?: string;
  /** Whether digits are grouped: amounts are, numbers that name something are not. */
  readonly grouped?: false;
  /** Left out of mails: of no use to a person, or shown elsewhere in them. */
  readonly hidden?: true;
}

export interface FieldMark {
  readonly words?: FieldWords;
  readonly unit?: "percent";
  /** The least and the most that it is in life, whatever services may send. */
  readonly usual?: readonly [least: number, most?: number];
  /** Form of its texts; `dated`: a day or a moment. */
  readonly form?: "day" | "moment" | "dated" | "period";
  /** Zone of its moments; left out: any. */
  readonly zone?: "Z" | "+09:00";
}

/** Marks by the schema of a field. They stand apart from its meta, which editors see. */
export const fieldMarks = z.registry<FieldMark>();

/** The mark of a field, whether it may be absent or not. */
export function markOf(field: z.core.$ZodType): FieldMark | undefined {
  const { innerType } = field._zod.def as { innerType?: z.core.$ZodType };
  return fieldMarks.get(innerType ?? field);
}
