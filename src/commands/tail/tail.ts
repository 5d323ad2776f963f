/** `yagura tail`: follows the feed of a running monitor, through restarts and broken connections. */
import { followFeed } from "./follow-feed.ts";

interface Options {
  config: string;
  url?: string;
  types?: string;
  subjects?: string;
  where?: string;
  since?: string;
  token?: string;
  json?: boolean;
}

export async function tail({ types, subjects, ...options }: Options): Promise<void> {
  await followFeed(
    {
      ...options,
      ...(types === undefined ? {} : { types: types.split(",") }),
      ...(subjects === undefined ? {} : { subjects: subjects.split(",") }),
    },
    process.env,
    {
      entry: (line) => process.stdout.write(`${line}\n`),
      aside: (line) => process.stderr.write(`${line}\n`),
    },
  );
}
