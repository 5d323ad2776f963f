/** Styles have no modules: what a view's sheet names would change other views without a word. */
import { describe, expect, test } from "vitest";
import { leadsOf, readSource, type StyleFile, sourcePaths, styleFiles } from "./imports.ts";

const styles = styleFiles();
const markup = sourcePaths()
  .filter((path) => path.endsWith(".tsx"))
  .map(readSource);

/** The folder of a view, such as `web/views/alert/`; undefined for what is shared. */
const viewOf = (path: string) => /^web\/views\/[^/]+\//.exec(path)?.[0];

/** Names of classes that a view's sheet begins selectors with, and that are used outside of the view. */
function sharedNames({ path, leads }: StyleFile): string[] {
  const view = viewOf(path);
  if (view === undefined) return [];
  const others = styles.filter((other) => viewOf(other.path) !== view);
  const outside = markup.filter((file) => viewOf(file.path) !== view);
  return leads.flatMap((name) => [
    ...others
      .filter((other) => other.leads.includes(name))
      .map((other) => `${path}: .${name}: ${other.path}`),
    ...outside.filter(({ text }) => usedIn(text).has(name)).map((file) => `${path}: .${name}: ${file.path}`),
  ]);
}

/** Names of classes in markup, also those within a template or a condition. */
function usedIn(text: string): Set<string> {
  const values = [...text.matchAll(/\bclass=(?:"([^"]*)"|\{([^}]*(?:\$\{[^}]*\}[^}]*)*)\})/g)];
  return new Set(
    values.flatMap(([, plain = "", code = ""]) => `${plain} ${code}`.match(/[a-z][\w-]*/g) ?? []),
  );
}

describe("the style of the page", () => {
  test("every sheet was read, none is over 300 lines", () => {
    expect(styles.length).toBeGreaterThan(20);
    expect(styles.filter(({ lines }) => lines > 300)).toEqual([]);
  });

  test("a view's sheet begins with a class of the view's own, and nobody else uses it", () => {
    expect(styles.filter(({ path, leads }) => viewOf(path) && leads.includes(""))).toEqual([]);
    expect(styles.flatMap(sharedNames)).toEqual([]);
  });

  test("a name that two views share is found, and so is a sheet that changes all of the page", () => {
    const [alert] = styles.filter(({ path }) => path === "web/views/alert/alert.css");
    expect(alert?.leads).toContain("chain");
    const stranger = { path: "web/views/inbox/inbox.css", lines: 1, leads: ["chain"] };
    expect(sharedNames(stranger).length).toBeGreaterThan(1);
    expect(leadsOf("@media print { .a b, .c:is(d, :not(e), f) { x: y; } }\n/* .f {} */ h2 { x: y }")).toEqual(
      ["a", "c", ""],
    );
  });
});
