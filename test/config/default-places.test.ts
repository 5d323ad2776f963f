/** Rules for the places that nobody named. */
import { expect, test } from "vitest";
import { defaultConfigFile, defaultStates, defaultsAt } from "../../src/config/default-places.ts";

const having =
  (...there: string[]) =>
  (path: string) =>
    there.includes(path);

test("the config file is the one that YAGURA_CONFIG names, else a checkout's, else the system's", () => {
  const all = having("config/monitor.yaml", "/etc/yagura/monitor.yaml");
  expect(defaultConfigFile("/srv/a.yaml", all)).toBe("/srv/a.yaml");
  for (const none of [undefined, ""]) expect(defaultConfigFile(none, all)).toBe("config/monitor.yaml");
  expect(defaultConfigFile(undefined, having("/etc/yagura/monitor.yaml"))).toBe("/etc/yagura/monitor.yaml");
  expect(defaultConfigFile(undefined, having())).toBe("config/monitor.yaml");
});

test("settings in /etc/NAME with their rules beside them have their data in /var/lib/NAME", () => {
  const rules = having("/etc/yagura/rules");
  expect(defaultsAt("/etc/yagura", undefined, rules)).toEqual({
    rules: "/etc/yagura/rules",
    data: "/var/lib/yagura",
  });
  expect(defaultStates("/etc/yagura", rules)).toContain("/var/lib/yagura/yagura.db");
});

test("data that is beside such settings from before stays in use", () => {
  const before = having("/etc/yagura/rules", "/etc/yagura/data");
  expect(defaultsAt("/etc/yagura", undefined, before).data).toBe("/etc/yagura/data");
});

test("elsewhere the data is beside the rules, and so it is in a checkout and in a folder below", () => {
  expect(defaultsAt("/srv/yagura", undefined, having("/srv/yagura/rules")).data).toBe("/srv/yagura/data");
  expect(defaultsAt("/app/config", undefined, having()).data).toBe("/app/data");
  const deeper = having("/etc/desk/yagura/rules");
  expect(defaultsAt("/etc/desk/yagura", undefined, deeper).data).toBe("/etc/desk/yagura/data");
});
