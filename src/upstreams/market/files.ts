/** Calls whose answer is no rows but addresses of files, which are good for some minutes. Addresses are secrets. */
import * as z from "zod";
import { Failure } from "../../lib/failure.ts";
import { type MarketCall, monthOrDay } from "./call.ts";

export interface FoundFile {
  /** Name to store it under, made of what was asked. */
  readonly name: string;
  readonly address: string;
  /** When it was written, as the service writes times, where the answer says so. */
  readonly written?: string | undefined;
}

/** An entry of the table: a call without fields. */
interface FileCall
  extends Pick<
    MarketCall,
    "about" | "parameters" | "ownParameters" | "required" | "rules" | "plan" | "addOn" | "limit"
  > {
  /** The files that an answer names; those that it does not have are left out. Throws a Failure. */
  files(answer: unknown, query: Query): readonly FoundFile[];
  /** The call whose rows are in the file, which is CSV by gzip; undefined: it has papers for people. */
  readonly rowsOf?: (query: Query) => string | undefined;
}

export interface NamedFileCall extends FileCall {
  readonly name: string;
}

type Query = Readonly<Record<string, string | undefined>>;

const paperForms = [
  { wire: "pdf", name: "full.pdf" },
  { wire: "summaryPdf", name: "summary.pdf" },
  { wire: "xbrl", name: "xbrl.zip" },
] as const;

/** Only of a web server: nothing else is read that an answer names. */
const address = z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
  error: "expected an address",
});
const papers = z.object({
  discNo: z.string(),
  files: z
    .object({ pdf: address.nullish(), summaryPdf: address.nullish(), xbrl: address.nullish() })
    .nullable(),
});
const oneFile = z.object({ url: address, lastUpdated: z.string().nullish() });

const disclosureNumber = (value: string) =>
  /^\d{14}$/.test(value) ? undefined : "expected the 14 digits of a disclosure's number";
/** A file of the past: `equities/bars/daily/historical/2024/equities_bars_daily_202401.csv.gz`. */
const keyForm = /^([a-z0-9_/-]+?)\/(?:historical|live)\/(?:[A-Za-z0-9_-]+\/)*([A-Za-z0-9_-]+\.csv\.gz)$/;

const tables: Readonly<Record<string, FileCall>> = {
  "td/files": {
    about: "papers of a disclosure: the full one, its summary, XBRL",
    parameters: ["number", "docs"],
    ownParameters: {
      number: { about: "number of the disclosure, 14 digits", wire: "discNo", problem: disclosureNumber },
      docs: {
        about: "which of them, with commas between: g the full one, s its summary, x XBRL; by default all",
        problem: (value) =>
          /^[gsx](,[gsx])*$/.test(value) ? undefined : "expected g, s or x, with commas between",
      },
    },
    required: ["number"],
    plan: "light",
    addOn: "TDnet",
    limit: { name: "td", requestsPerMinute: 100, isApart: true },
    files(answer, { number = "" }) {
      const { discNo, files } = answered(papers, answer, "/td/files");
      if (discNo !== number) throw new Failure("malformed", "/td/files: the answer is of another disclosure");
      return paperForms.flatMap(({ wire, name }) => {
        const found = files?.[wire] ?? undefined;
        return found === undefined ? [] : [{ name: `${number}-${name}`, address: found }];
      });
    },
  },
  "td/bulk": {
    about: "the past five years of td/list as one file",
    parameters: [],
    plan: "light",
    addOn: "TDnet",
    limit: { name: "td", requestsPerMinute: 100, isApart: true },
    files(answer) {
      const { url, lastUpdated } = answered(oneFile, answer, "/td/bulk");
      return [{ name: "td_list.csv.gz", address: url, written: lastUpdated ?? undefined }];
    },
    rowsOf: () => "td/list",
  },
  "bulk/get": {
    about: "a month or a day of a call as a file, named by its key in bulk/list or by call and date",
    parameters: ["key", "endpoint", "date"],
    ownParameters: {
      key: {
        about: "key of the file, as bulk/list names it",
        problem: (value) => (keyForm.test(value) ? undefined : "expected a key of bulk/list"),
      },
      endpoint: {
        about: "the call, such as equities/bars/daily",
        problem: (value) => (/^\/?[a-z0-9/_-]+$/.test(value) ? undefined : "expected the path of a call"),
      },
      date: monthOrDay,
    },
    rules: [
      { exactlyOne: ["key", "endpoint"] },
      { parameter: "date", onlyWith: "endpoint" },
      { parameter: "endpoint", onlyWith: "date" },
    ],
    plan: "light",
    files(answer, { key, endpoint = "", date = "" }) {
      const name = keyForm.exec(key ?? "")?.[2] ?? `${pathOf(endpoint).replaceAll("/", "_")}_${date}.csv.gz`;
      return [{ name, address: answered(oneFile, answer, "/bulk/get").url }];
    },
    rowsOf: ({ key, endpoint }) => (endpoint === undefined ? keyForm.exec(key ?? "")?.[1] : pathOf(endpoint)),
  },
};

/** All of them by name. */
export const fileCalls: ReadonlyMap<string, NamedFileCall> = new Map(
  Object.entries(tables).map(([name, call]) => [name, { ...call, name }]),
);

/** What is wrong with it is not quoted: an address is as good as a key. */
function answered<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  where: string,
): z.output<Schema> {
  const found = schema.safeParse(answer);
  if (found.success) return found.data;
  throw new Failure("malformed", `${where}: the answer names no file as its document has it`);
}

function pathOf(endpoint: string): string {
  return endpoint.replace(/^\//, "");
}
