import { describe, expect, test } from "vitest";
import {
  closedFamilies,
  closedRooms,
  families,
  floors,
  innerFamilies,
  memberFiles,
  packages,
  sharedRooms,
  unnamedFamilies,
} from "./floors.ts";
import { readSource, type SourceFile, sourcePaths, specifiers } from "./imports.ts";

const files = sourcePaths().map(readSource);

/** `sources/margin-alerts/diff.ts` is in part `sources`; `app.ts` and `app/` are one part. */
const part = (path: string) => (path.split("/")[0] ?? "").replace(/\.ts$/, "");
const isOurs = (specifier: string) => files.some((file) => file.path === specifier);

function violations(file: SourceFile): string[] {
  const own = part(file.path);
  const allowed = floors[own];
  if (!allowed) return [`${file.path}: no floor for ${own}`];
  return file.imports
    .filter(isOurs)
    .filter((to) => part(to) !== own && !allowed.includes(part(to)) && !allowed.includes(to))
    .map((to) => `${file.path} -> ${to}`);
}

const isShared = (path: string) => sharedRooms.some((room) => path.startsWith(`${room}/`));

function familyViolations(file: SourceFile): string[] {
  const [family = "", member = "", inMember] = file.path.split("/");
  if (!families.includes(family) || inMember === undefined) return [];
  return file.imports
    .filter((to) => to.startsWith(`${family}/`) && to.split("/").length > 2 && to.split("/")[1] !== member)
    .filter((to) => !isShared(to))
    .map((to) => `${file.path} -> ${to}`);
}

/** Where alerts and their targets are made; elsewhere `file:` or the like may mean something else. */
const aboutTargets = ["rules", "pipeline", "app", "page", "backtest", "why", "history", "files", "commands"];

/** Imports of a member's own files by rooms outside its family, and its name as a scheme or as a section. */
function knownMembers(file: SourceFile): string[] {
  const own = part(file.path);
  return closedFamilies
    .filter((family) => own !== family)
    .flatMap((family) => {
      const inside = file.imports.filter((to) => to.startsWith(`${family}/`) && to.split("/").length > 2);
      const scheme = aboutTargets.includes(own) ? "[\"'`/^]NAME:|" : "";
      const named = membersOf(family).flatMap((name) => {
        const form = new RegExp(`${scheme}\\b${family}\\.NAME\\b`.replaceAll("NAME", name));
        return form.exec(file.text)?.[0] ?? [];
      });
      return [...inside, ...named].map((to) => `${file.path} -> ${to}`);
    });
}

function membersOf(family: string): string[] {
  const own = files.map(({ path }) => path).filter((path) => !isShared(path));
  const inFamily = own.map((path) => path.split("/")).filter(([first]) => first === family);
  return [...new Set(inFamily.flatMap(([, member, inMember]) => (inMember ? [member ?? ""] : [])))];
}

type InnerFamily = (typeof innerFamilies)[number];

/** Members by their file, or by their folder and a slash. */
function innerMembersOf({ folder, own, member }: InnerFamily): string[] {
  const registry = files.find(({ path }) => path === `${folder}/index.ts`);
  return (registry?.imports ?? [])
    .filter((to) => to.startsWith(`${folder}/`) && !own.some((name) => to === `${folder}/${name}`))
    .map((to) => (to.endsWith(`/${member}`) ? to.slice(0, -member.length) : to));
}

function innerViolations(file: SourceFile, family: InnerFamily): string[] {
  const memberAt = (path: string) => innerMembersOf(family).find((member) => path.startsWith(member));
  if (file.path === `${family.folder}/index.ts`) return [];
  return file.imports
    .filter((to) => memberAt(to) !== undefined && memberAt(to) !== memberAt(file.path))
    .map((to) => `${file.path} -> ${to}`);
}

describe("the floors of the house", () => {
  test("every source file was read, and nearly all of them import something", () => {
    expect(files.length).toBeGreaterThan(60);
    const silent = files.filter((file) => file.imports.length === 0);
    expect(silent.length).toBeLessThan(files.length / 4);
  });

  test("the reader sees imports of every form", () => {
    const text = `import a from "./a.ts"; import type { B } from "./b.ts"; import { type C } from "./c.ts";
      export * from "./d.ts"; export type { E } from "./e.ts"; const f = () => import("./f.ts");
      export const g = (b: B, c: C) => [a, b, c, f];`;
    expect(specifiers(text).sort()).toEqual(["./a.ts", "./b.ts", "./c.ts", "./d.ts", "./e.ts", "./f.ts"]);
  });

  test("every relative import leads to a file of ours", () => {
    const strays = files.flatMap((file) =>
      file.imports.filter((to) => /\.tsx?$/.test(to) && !isOurs(to)).map((to) => `${file.path} -> ${to}`),
    );
    expect(strays).toEqual([]);
  });

  test("no part imports one above or beside it", () => {
    expect(files.flatMap(violations)).toEqual([]);
  });

  test("an import that breaks a floor is found", () => {
    const file = { path: "model/event.ts", lines: 1, text: "", imports: [] };
    const [known] = files.filter((each) => each.path.startsWith("store/"));
    expect(violations({ ...file, imports: [known?.path ?? ""] })).toHaveLength(1);
  });

  test("members of a family do not know each other", () => {
    expect(files.flatMap(familyViolations)).toEqual([]);
  });

  test("no room outside knows a member of a closed family by name", () => {
    for (const family of closedFamilies) expect(membersOf(family).length).toBeGreaterThan(1);
    expect(files.flatMap(knownMembers)).toEqual([]);
  });

  test("a room that knows a member by name is found", () => {
    const file = { path: "app/outputs.ts", lines: 1, text: "", imports: [] };
    for (const text of ['"email:"', "`email:NAME`", "/^email:/", "outputs.email", "config.outputs.feed"])
      expect(knownMembers({ ...file, text })).toHaveLength(1);
    expect(knownMembers({ ...file, imports: ["outputs/email/member.ts"] })).toHaveLength(1);
    expect(knownMembers({ ...file, imports: ["outputs/index.ts"], text: "such as email:desk" })).toEqual([]);
  });

  test.each(unnamedFamilies)("no file outside %s says the name of a member", (family) => {
    const { file = "" } = memberFiles.find((one) => one.family === family) ?? {};
    const names = files.flatMap(({ path }) => {
      const [first, name = "", own] = path.split("/");
      return first === family && own === file ? [name] : [];
    });
    const mentions = (some: readonly SourceFile[]) =>
      some
        // The simulator imports lib alone: a word of the market there is no name of a source.
        .filter(({ path }) => !path.startsWith(`${family}/`) && !path.startsWith("simulator/"))
        .flatMap(({ path, text }) =>
          names.filter((name) => text.includes(name)).map((name) => `${path}: ${name}`),
        );
    expect(names.length).toBeGreaterThan(3);
    expect(mentions(files)).toEqual([]);
    const planted = { lines: 1, imports: [], text: `const source = "${names[0]}";` };
    expect(mentions([{ ...planted, path: "page/planted.ts" }])).toHaveLength(1);
    expect(mentions([{ ...planted, path: `${family}/planted.ts` }])).toEqual([]);
  });

  test.each(memberFiles)("each folder of $family with a $file is in the registry", ({ family, file }) => {
    const isMember = ({ path }: SourceFile) => path.split("/").length === 3 && path.endsWith(`/${file}`);
    const members = files.filter((one) => one.path.startsWith(`${family}/`) && isMember(one));
    const { imports = [] } = files.find(({ path }) => path === `${family}/index.ts`) ?? {};
    expect(members.length).toBeGreaterThan(1);
    expect(members.map(({ path }) => path).filter((path) => !imports.includes(path))).toEqual([]);
  });

  test.each(innerFamilies)("each member of $folder is in the registry", ({ folder, own, member }) => {
    const { imports = [] } = files.find(({ path }) => path === `${folder}/index.ts`) ?? {};
    const isMember = (name: string) => !name.includes("/") || /^[^/]+\//.exec(name)?.[0] + member === name;
    const inside = files.map(({ path }) => path).filter((path) => path.startsWith(`${folder}/`));
    const members = inside.filter((path) => isMember(path.slice(folder.length + 1)));
    const missing = members.filter((path) => !imports.includes(path) && !path.endsWith("/index.ts"));
    expect(missing.filter((path) => !own.some((name) => path === `${folder}/${name}`))).toEqual([]);
  });

  test.each(innerFamilies)("members of $folder are known to their registry alone", (family) => {
    const [one = "", other = ""] = innerMembersOf(family);
    expect(innerMembersOf(family).length).toBeGreaterThan(5);
    expect(files.flatMap((file) => innerViolations(file, family))).toEqual([]);
    const file = { path: `${one}x.ts`, lines: 1, text: "", imports: [other] };
    expect(innerViolations(file, family)).toHaveLength(1);
    expect(innerViolations({ ...file, path: `${family.folder.split("/")[0]}/x.ts` }, family)).toHaveLength(1);
    expect(innerViolations({ ...file, imports: [`${other}x.css`] }, family)).toHaveLength(1);
  });

  test.each(closedRooms)("%s is entered by its index alone", (room) => {
    const enters = (file: SourceFile) =>
      file.imports
        .filter((to) => to.startsWith(`${room}/`) && to !== `${room}/index.ts`)
        .filter(() => !file.path.startsWith(`${room}/`))
        .map((to) => `${file.path} -> ${to}`);
    expect(files.flatMap(enters)).toEqual([]);
    const file = { path: "rules/rule-set.ts", lines: 1, text: "", imports: [`${room}/state.ts`] };
    expect(enters(file)).toHaveLength(1);
    expect(files.some(({ imports }) => imports.includes(`${room}/index.ts`))).toBe(true);
  });

  for (const [name, { places, files: most }] of Object.entries(packages)) {
    test(`${name} is imported only in ${places.join(", ")}`, () => {
      const users = files.filter((file) =>
        file.imports.some((to) => to === name || to.startsWith(`${name}/`)),
      );
      expect(users.length).toBeGreaterThan(0);
      const strays = users.filter((file) => !places.some((place) => file.path.startsWith(place)));
      expect(strays.map((file) => file.path)).toEqual([]);
      if (most !== undefined) expect(users.map((file) => file.path)).toHaveLength(most);
    });
  }

  test("no SQL outside the store", () => {
    const sql =
      /\b(SELECT\s.+\sFROM|INSERT\s+(OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|PRAGMA\s+\w+)\b/;
    const strays = files.filter((file) => !file.path.startsWith("store/") && sql.test(file.text));
    expect(strays.map((file) => file.path)).toEqual([]);
    expect(files.some((file) => file.path.startsWith("store/") && sql.test(file.text))).toBe(true);
  });
});

describe("the size of the house", () => {
  test("no file is over 300 lines, the median is between 65 and 160", () => {
    expect(files.filter((file) => file.lines > 300).map((file) => file.path)).toEqual([]);
    const sorted = files.map((file) => file.lines).sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)];
    expect(median).toBeGreaterThanOrEqual(65);
    expect(median).toBeLessThanOrEqual(160);
  });

  test("no file or folder is called util, helpers, common or manager", () => {
    const named = files.filter((file) =>
      /(^|[/-])(utils?|helpers?|common|managers?)([/.-]|$)/.test(file.path),
    );
    expect(named.map((file) => file.path)).toEqual([]);
  });
});
