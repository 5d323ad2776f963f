/** The mails to expect, found out from the services' own past: it is fetched, and the rules are played on it. */
import { spawn } from "node:child_process";
import { isSimulated, serviceOf } from "../../../app/services.ts";
import type { Config } from "../../../config/config.ts";

export interface ExpectedMails {
  /** Mails or messages a day, over all days of the span, and of its busiest day. */
  readonly mean: number;
  readonly most: number;
  readonly days: number;
}

/** Three weeks: the play takes the first two for what stood before, as a monitor's first sight does. */
const fetched = "28d";
const playedDays = 14;

/**
 * The sources whose past is told day by day or period by period. That of a busy forum would take thousands of requests.
 */
export function playedSources(config: Config): string[] {
  return Object.keys(config.sources).filter((name) => {
    const service = serviceOf(name, config);
    return service !== undefined && service !== "forum" && !isSimulated(config, service);
  });
}

/**
 * Undefined where the past does not tell it, or cannot be had.
 * @param program the program itself: its commands do the work, in processes that end with this one
 * @param tell hears of the progress
 */
export async function expectedMails(
  config: Config,
  program: string,
  tell: (line: string) => void,
): Promise<ExpectedMails | undefined> {
  const sources = playedSources(config);
  if (!sources.some((name) => serviceOf(name, config) === "market")) return undefined;
  const own = ["--config", config.file, "--json"];
  const asked = sources.flatMap((name) => ["--source", name]);
  await command(program, ["history", "fetch", "--since", fetched, ...asked, ...own], tell);
  const since = `${playedDays}d`;
  const played = await command(program, ["backtest", "--history", "--since", since, ...own], () => {});
  const report = played === undefined ? undefined : (JSON.parse(played) as Report);
  if (report?.mailsADay === undefined) return undefined;
  const [busiest] = [...report.mailsADay].sort((a, b) => b.mean - a.mean);
  const days = report.days.length;
  return busiest === undefined
    ? { mean: 0, most: 0, days }
    : { mean: busiest.mean, most: busiest.most, days };
}

interface Report {
  readonly mailsADay?: readonly { readonly mean: number; readonly most: number }[];
  readonly days: readonly unknown[];
}

/** What a command says on stdout; undefined where it could not do its work. */
function command(
  program: string,
  args: readonly string[],
  tell: (line: string) => void,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => tell(text.trimEnd()));
    child.once("error", () => resolve(undefined));
    // A fetch that lacks some days has told the others, and says so by its status.
    child.once("close", (code) => resolve(code === 2 || out === "" ? undefined : out));
  });
}
