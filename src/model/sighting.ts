/**
 * Sightings: polls that found something new, each with the moment from which its service would have answered with it. All
 * times are ms since 1970.
 */

/** What a poll knows of the moment at which something appeared on its service. */
export interface PollsAround {
  /** Answer of the last poll before it, which had not got it. */
  readonly since: number;
  readonly askedAt: number;
  readonly answeredAt: number;
}

export interface Appearance {
  /** The service would have answered with it from here on, or from so much sooner or later. */
  readonly appearedAt: number;
  /** 0: the service told the time. */
  readonly doubtMs: number;
}

/** A poll that told events, with the appearance of the first of them. */
export interface Sighting extends PollsAround, Appearance {
  /** The first event that it told. */
  readonly seq: number;
  readonly source: string;
  readonly committedAt: number;
}

/** Length of a day in ISO form. */
const isoDay = 10;

/**
 * The time of its publication where that is plausible: not after the answer, and not before the last poll without it by
 * more than a poll's way. Else the middle between the two answers.
 * @param published as the service tells it, ISO; a day tells nothing
 */
export function appearanceOf(published: string | undefined, look: PollsAround): Appearance {
  const { since, askedAt, answeredAt } = look;
  const told = published !== undefined && published.length > isoDay ? Date.parse(published) : Number.NaN;
  if (told <= answeredAt && told >= since - (answeredAt - askedAt)) return { appearedAt: told, doubtMs: 0 };
  const doubtMs = Math.round((answeredAt - since) / 2);
  return { appearedAt: answeredAt - doubtMs, doubtMs };
}
