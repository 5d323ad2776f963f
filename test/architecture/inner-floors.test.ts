/** The floors within the large rooms: an import leads down or stays on its floor, and no circle is longer than two files. */
import { describe, expect, test } from "vitest";
import { innerFloors } from "./floors.ts";
import { longestCircle } from "./house.ts";
import { readSource, sourcePaths } from "./imports.ts";

type Imports = Readonly<Record<string, readonly string[]>>;

const imports: Imports = Object.fromEntries(sourcePaths().map((path) => [path, readSource(path).imports]));

/** The floor of a file of the folder, 0 the lowest, by the longest place that it stands in; undefined: it has none. */
function floorOf(path: string, folder: string): number | undefined {
  const places = (innerFloors[folder] ?? []).flatMap((floor, height) =>
    [floor].flat().map((place) => ({ place: `${folder}/${place}`, height })),
  );
  return places
    .filter(({ place }) => path === place || path.startsWith(`${place}/`))
    .sort((one, other) => other.place.length - one.place.length)[0]?.height;
}

/** Files without a floor, and imports that lead up. */
function breaches(folder: string, all: Imports): string[] {
  const inside = Object.keys(all).filter((path) => path.startsWith(`${folder}/`));
  return inside.flatMap((path) => {
    const own = floorOf(path, folder);
    if (own === undefined) return [`${path} has no floor in ${folder}`];
    const up = (all[path] ?? []).filter(
      (to) => to.startsWith(`${folder}/`) && (floorOf(to, folder) ?? 0) > own,
    );
    return up.map((to) => `${path} -> ${to}`);
  });
}

function circleIn(folder: string, all: Imports): string[] {
  return longestCircle(new Map(Object.entries(all).filter(([path]) => path.startsWith(`${folder}/`))));
}

describe.each(Object.keys(innerFloors))("%s", (folder) => {
  test("every floor is there, and nothing imports from above", () => {
    const places = (innerFloors[folder] ?? []).flat().map((place) => `${folder}/${place}`);
    const isThere = (place: string) =>
      Object.keys(imports).some((path) => path === place || path.startsWith(`${place}/`));
    expect(places.filter((place) => !isThere(place))).toEqual([]);
    expect(breaches(folder, imports)).toEqual([]);
  });

  test("no circle of imports is longer than two files", () => {
    expect(circleIn(folder, imports).slice(2)).toEqual([]);
  });

  test("an import from above, a file without a floor, and a circle are found", () => {
    const at = (floor: string | readonly string[] | undefined) => {
      const place = `${folder}/${[floor ?? ""].flat()[0]}`;
      return place.endsWith(".ts") || place.endsWith(".tsx") ? place : `${place}/planted.ts`;
    };
    const [low, high] = [at(innerFloors[folder]?.[0]), at(innerFloors[folder]?.at(-1))];
    expect(breaches(folder, { [low]: [high], [high]: [low] })).toEqual([`${low} -> ${high}`]);
    const stray = `${folder}/planted-stray.ts`;
    expect(breaches(folder, { [stray]: [] })).toHaveLength(1);
    expect(circleIn(folder, { [low]: [high], [high]: [stray], [stray]: [low] })).toHaveLength(3);
  });
});
