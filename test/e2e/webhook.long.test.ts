/** Webhooks of the whole program: killed while a service has a request and has not answered. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { type Posted, secret, webService } from "../outputs/webhook/house.ts";
import { yagura } from "../support/monitor.ts";
import { until } from "../support/until.ts";
import { change } from "./scene.ts";
import { baselined, setStage } from "./stage.ts";

test("every message arrives over a kill, each of its copies with one id and body, signed", async () => {
  const stage = await setStage("documented");
  let hangs = true;
  const bot = await webService(() => (hangs ? "hang" : {}));
  const settings = `
webhook:
  targets: { bot: { format: json, url: "${bot.url}/hook/aSecretPartOfIt", secret: "${secret}" } }
  recipients: { programs: [bot] }
`;
  writeFileSync(stage.config, `${readFileSync(stage.config, "utf8")}${settings}`);
  const rules = join(stage.folder, "rules/all.yaml");
  writeFileSync(rules, readFileSync(rules, "utf8").replace("[email:desk]", "[email:desk, webhook:programs]"));

  const first = await stage.start();
  await baselined(stage);
  change(stage.worlds);
  await until("a request without an answer", () => bot.posted.length === 1);
  await first.stop("SIGKILL");

  hangs = false;
  const second = await stage.start();
  const alerts = () => stage.feed.events.filter(({ event }) => event.type === "alert.fired");
  const told = () => new Set(bot.posted.slice(1).flatMap(({ body }) => seqsOf(body)));
  await until(
    "every alert",
    () => alerts().length > 3 && alerts().every(({ seq }) => told().has(seq)),
    30_000,
  );

  const [lost] = bot.posted;
  const idOf = ({ headers }: Posted) => headers["webhook-id"];
  const copiesOf = (id: string | undefined) => bot.posted.filter((one) => idOf(one) === id);
  expect(copiesOf(lost && idOf(lost))).toHaveLength(2);
  for (const id of bot.posted.map(idOf)) expect(new Set(copiesOf(id).map(({ body }) => body)).size).toBe(1);
  for (const { body, headers } of bot.posted) new Webhook(secret).verify(body, headers);
  expect(bot.posted.every(({ path }) => path === "/hook/aSecretPartOfIt")).toBe(true);

  const { stdout } = await yagura(["why", alertIdOf(lost?.body ?? ""), "--config", stage.config], stage.env);
  expect(stdout).toContain("bot: sent");
  expect(await second.stop("SIGTERM")).toBe(0);
  for (const part of ["aSecretPartOfIt", secret.slice(6)])
    expect(`${first.log()}${second.log()}${stdout}`).not.toContain(part);
}, 90_000);

function seqsOf(body: string): number[] {
  return JSON.parse(body).data.alerts.map(({ seq }: { seq: number }) => seq);
}

function alertIdOf(body: string): string {
  return JSON.parse(body).data.alerts[0].event.id;
}
