/** Table devices: browsers that signed up for messages. */
import type { Device, Devices } from "../../model/devices.ts";
import type { Damage } from "../../model/store-faults.ts";
import type { Database } from "../database.ts";
import { corruptAs } from "../sqlite-error.ts";
import { sumOf } from "./sealed-tables.ts";

interface Row extends Device {
  readonly isWhole: 0 | 1 | null;
}

/** @param damaged called with what is found damaged; nobody sends to such a device */
export function createDevices(db: Database, damaged: (damage: Damage) => void): Devices {
  const found = `SELECT id, name, endpoint, p256dh, auth, label, at, sum = ${sumOf("devices")} AS isWhole FROM devices`;
  const of = db.prepare<[string], Row>(`${found} WHERE name = ? ORDER BY at, id`);
  const find = db.prepare<[string, string], Row>(`${found} WHERE id = ? OR endpoint = ?`);
  const put = db.prepare<Device>(
    `INSERT INTO devices (id, name, endpoint, p256dh, auth, label, at)
     VALUES (@id, @name, @endpoint, @p256dh, @auth, @label, @at)`,
  );
  const drop = db.prepare<[string]>("DELETE FROM devices WHERE id = ?");
  const read = (rows: () => Row[]): Device[] => {
    const all = corruptAs(damaged, { part: "devices" }, rows) ?? [];
    return all.flatMap(({ isWhole, ...device }) => {
      if (isWhole === 1) return [device];
      damaged({ part: "devices" });
      return [];
    });
  };
  // REPLACE would not tell the triggers that keep the sums.
  const former = db.prepare<[string, string]>("DELETE FROM devices WHERE id = ? OR endpoint = ?");
  const replace = db.transaction((device: Device) => {
    former.run(device.id, device.endpoint);
    put.run(device);
  });
  return {
    of: (name) => read(() => of.all(name)),
    find: (one) => read(() => find.all(one, one))[0],
    keep: (device) => replace.immediate(device),
    drop: (id) => void drop.run(id),
  };
}
