/** `yagura export` as a person calls it, beside a running monitor: files that are whole, and refusals in one line. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { expect, onTestFinished, test } from "vitest";
import { parseCsv } from "../../src/lib/csv.ts";
import { openStore } from "../../src/store/store.ts";
import { batch, entry, noon } from "../store/batches.ts";
import { yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

/** A monitor's database that is open and has twelve entries. */
function running() {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  const config = join(folder, "monitor.yaml");
  writeFileSync(config, "rules: rules\nstate: state.db\n");
  const store = openStore(join(folder, "state.db"), { now: () => noon });
  onTestFinished(() => store.close());
  const entries = Array.from({ length: 12 }, (_, at) =>
    entry(at + 1, { data: { now: { code: "9901", name: "=例", shortOutstanding: at } } }),
  );
  store.commit(batch({ entries }));
  const ask = (...args: string[]) => yagura(["export", ...args, "--config", config]);
  return { folder, ask };
}

test("the log goes to stdout as lines of JSON, and to files in the format of their names", async () => {
  const { folder, ask } = running();
  const lines = await ask("events");
  expect([lines.code, lines.stderr]).toEqual([0, ""]);
  expect(
    lines.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).seq),
  ).toHaveLength(12);
  const csv = join(folder, "log.csv");
  const types = ["--types", "margin.alert.*"];
  const said = await ask("events", ...types, "--output", csv, "--spreadsheet");
  expect([said.code, said.stdout]).toEqual([0, `${csv}: 12 rows\n`]);
  const [heading = [], first = []] = parseCsv(readFileSync(csv, "utf8").slice(1));
  expect(first[heading.indexOf("now.name")]).toBe("'=例");
  const parquet = join(folder, "log.parquet");
  expect((await ask("events", ...types, "--output", parquet)).code).toBe(0);
  const rows = await parquetReadObjects({ file: new Uint8Array(readFileSync(parquet)).buffer });
  expect(rows.at(-1)).toMatchObject({ seq: 12n, "now.shortOutstanding": 11 });
  expect((await ask("alerts")).stdout).toBe("");
  expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("a wrong call ends with status 2, and leaves what is there as it is", async () => {
  const { folder, ask } = running();
  const there = join(folder, "there.csv");
  writeFileSync(there, "mine");
  const refused = [
    [["events", "--output", there], "--force replaces it"],
    [["events", "--format", "xml"], "ndjson, csv, parquet"],
    [["events", "--types", "margin.alrt.*"], "no type of events"],
    [["events", "--since", "soon"], "--since takes"],
    [["events", "--output", join(folder, "none/x.csv")], "no such file or directory"],
    [["history"], "no history there yet"],
  ] as const;
  for (const [args, words] of refused) {
    const ran = await ask(...args);
    expect([args, ran.code, ran.stderr.includes(words), ran.stdout]).toEqual([args, 2, true, ""]);
  }
  expect(readFileSync(there, "utf8")).toBe("mine");
  expect((await ask("events", "--output", there, "--force")).code).toBe(0);
  expect(parseCsv(readFileSync(there, "utf8"))).toHaveLength(13);
  expect(existsSync(`${there}.part`)).toBe(false);
});
