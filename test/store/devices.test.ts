/** Devices that take messages: a damaged one is never sent to and said to be lost, and the others go on. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { backUp } from "../../src/app/database/back-up.ts";
import { restore } from "../../src/app/database/restore.ts";
import { openVerifier } from "../../src/store/damage/verifier.ts";
import { changeText, forge, pagesOf, skewIndex, zeroPage } from "../support/damage.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, noon } from "./batches.ts";
import { tmpStore } from "./house.ts";

const device = (id: string) => ({
  ...{ id, name: "phone", endpoint: `https://push.example.com/${id}`, p256dh: `key-of-${id}` },
  ...{ auth: `secret-of-${id}`, label: `Browser ${id}`, at: noon },
});
const devices = ["aaaaaaaa", "bbbbbbbb", "cccccccc"].map(device);
const others = devices.filter(({ id }) => id !== "bbbbbbbb");

/** Three devices and the monitor's key; closed. */
function written(): string {
  const path = join(tmpFolder(), "yagura.db");
  const store = tmpStore(path);
  for (const one of devices) store.devices.keep(one);
  store.meta.set("push.key", "the-key");
  store.close();
  return path;
}

function verified(path: string) {
  const verifier = openVerifier(path);
  const found = [...verifier.slices(() => {})].flat();
  verifier.close();
  return found;
}

test.each([
  ["address", (path: string) => changeText(path, "push.example.com/bbbbbbbb")],
  ["key", (path: string) => changeText(path, "key-of-bbbbbbbb")],
  ["secret", (path: string) => changeText(path, "secret-of-bbbbbbbb")],
  ["name", (path: string) => forge(path, "UPDATE devices SET name = 'desk' WHERE id = 'bbbbbbbb'")],
  ["id", (path: string) => forge(path, "UPDATE devices SET id = 'bbbbbbbc' WHERE id = 'bbbbbbbb'")],
])("a device whose %s is damaged is given to nobody, is said, and can sign up again", (_, harm) => {
  const path = written();
  harm(path);
  expect(verified(path)).toContainEqual({ part: "devices" });
  const store = tmpStore(path);
  const given = [...store.devices.of("phone"), ...store.devices.of("desk")];
  expect([given, store.devices.find("bbbbbbbb"), store.devices.find("bbbbbbbc")]).toEqual([
    others,
    undefined,
    undefined,
  ]);
  store.commit(batch({ damaged: [{ part: "devices" }] }));
  store.devices.keep(device("bbbbbbbb"));
  expect(store.devices.of("phone")).toEqual(devices);
  expect(store.meta.get("push.key")).toBe("the-key");
  store.close();
  expect(verified(path)).toEqual([]);
});

test("a device that its name would not find is said before the first poll, and is there again after that", () => {
  const path = written();
  skewIndex(path, "devices_by_name", "name", "name || 'x'");
  const store = tmpStore(path);
  expect(store.devices.of("phone")).toEqual([]);
  while (store.startCheck.step(1));
  expect(store.damages.take()).toEqual([{ part: "devices" }]);
  store.commit(batch({ damaged: [{ part: "devices" }] }));
  expect(store.devices.of("phone")).toEqual(devices);
});

test("a device that is gone from the table is said to be lost", () => {
  const path = written();
  forge(path, "DELETE FROM devices WHERE id = 'bbbbbbbb'");
  expect(verified(path)).toEqual([{ part: "devices" }]);
});

test("a page of devices that cannot be read is said, and devices sign up again", () => {
  const path = written();
  zeroPage(path, pagesOf(path, "devices")[0] ?? 0);
  const store = tmpStore(path);
  expect(store.devices.of("phone")).toEqual([]);
  store.commit(batch({ damaged: store.damages.take() }));
  for (const one of devices) store.devices.keep(one);
  expect(store.devices.of("phone")).toEqual(devices);
  store.close();
  expect(verified(path)).toEqual([]);
});

test("a restored backup has the key and the devices of its moment", async () => {
  const path = written();
  const backup = join(tmpFolder(), "backup.db");
  await backUp(path, backup);
  const store = tmpStore(path);
  store.meta.set("push.key", "another-key");
  for (const { id } of devices) store.devices.drop(id);
  store.close();
  expect(await restore(backup, path, { now: noon })).toMatchObject({ ok: true });
  const restored = tmpStore(path);
  expect(restored.meta.get("push.key")).toBe("the-key");
  expect(restored.devices.of("phone")).toEqual(devices);
});
