/** Acts on deliveries: to send one that ended once more, and to send a test message. */
import * as z from "zod";
import { simulatedNames } from "../config/services.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import type { TrialAnswer } from "../model/page/alerts.ts";
import { StoreError } from "../model/store-faults.ts";
import { type OutputName, outputMembers } from "../outputs/index.ts";
import { receiversOf } from "./deliveries.ts";
import { bodyOf, type PageAnswer, type PageParts, refusal } from "./page-call.ts";

const againBody = z.strictObject({ id: z.int().positive() });
const trialBody = z.strictObject({ output: z.string().max(100), address: z.string().max(500) });

/**
 * `/api/deliveries/again`: 200 it waits to be sent; 404 it is not kept; 409 it waits anyway; 503 unwritten.
 * `/api/deliveries/test`: 200 with what became of it, 404 no such address, 409 one is under way.
 */
export function deliveryActs(parts: PageParts): JsonRoute[] {
  const underWay = new Set<string>();
  return [
    {
      right: "act",
      method: "POST",
      path: "/api/deliveries/again",
      answer: ({ body }) => bodyOf(againBody, body, ({ id }) => again(id, parts)),
    },
    {
      right: "act",
      method: "POST",
      path: "/api/deliveries/test",
      answer: ({ body }) => bodyOf(trialBody, body, (place) => oneTrial(place, underWay, parts)),
    },
  ];
}

/** The commit wakes the outputs, as any does: a message goes out in one way alone. */
function again(id: number, { store, now, tell }: PageParts): PageAnswer {
  const delivery = store.page.deliveries.one(id);
  if (delivery === undefined) return refusal(404, "this delivery is no longer kept");
  if (delivery.state === "waiting") return refusal(409, "it waits to be sent already");
  try {
    tell({ drafts: [], batch: { again: [{ id, at: now() }] } });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return refusal(503, error.message);
  }
  return { status: 200, body: { id } };
}

type TrialPlace = z.output<typeof trialBody>;

async function oneTrial(place: TrialPlace, underWay: Set<string>, parts: PageParts): Promise<PageAnswer> {
  const { output, address } = place;
  const name = `${output}:${address}`;
  if (underWay.has(name)) return refusal(409, "a test message to this address is under way");
  underWay.add(name);
  try {
    return await trial(place, parts);
  } finally {
    underWay.delete(name);
  }
}

/** To addresses of the settings alone: whoever may act on the monitor does not thereby send mail to anybody. */
async function trial(
  { output, address }: TrialPlace,
  { config, now, store }: PageParts,
): Promise<PageAnswer> {
  const isKnown = receiversOf(config, store.devices.of).some(
    (one) => one.output === output && one.address === address,
  );
  const member = outputMembers.find(({ name }) => name === output);
  if (!isKnown || member?.trial === undefined) return refusal(404, "the settings have no such address");
  const how = {
    simulated: simulatedNames(config).length > 0,
    now: now(),
    kept: async () => store,
    publicUrl: config.publicUrl,
  };
  const { ok, message, way, note } = await member.trial.send(
    config.outputs[output as OutputName],
    address,
    how,
  );
  const answer: TrialAnswer = { ok, message, ...(way && { way }), ...(note && { note }) };
  return { status: 200, body: answer };
}
