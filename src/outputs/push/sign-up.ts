/** What the page and its worker ask about devices: to sign one up, to sign it off, and to go on under another address. */
import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { Guest, JsonRoute, PageRoute } from "../../lib/http/port.ts";
import { tameLine } from "../../lib/text/tame.ts";
import type { Devices } from "../../model/devices.ts";
import type { PushAnswer, SignedUpAnswer } from "../../model/page/push.ts";
import { ownOf, type Person } from "../../model/people.ts";
import { StoreError } from "../../model/store-faults.ts";
import { mayLeadTo } from "./push.ts";
import { areDeviceKeys, type SenderKey } from "./sealed-request.ts";
import type { PushSettings } from "./settings.ts";

export interface SignUpParts extends Pick<PushSettings, "recipients" | "allowPrivate"> {
  readonly people: readonly Person[];
  readonly devices: Devices;
  /** Undefined as long as there is none. */
  sender(): SenderKey | undefined;
  /** ms since 1970. */
  now(): number;
}

/** A message goes to all devices of a name. */
const mostDevices = 10;

const key = z.string().max(200);
const address = { endpoint: z.string().max(2_000), p256dh: key, auth: key };
const signUpBody = z.strictObject({ ...address, name: z.string().max(60), label: z.string().max(200) });
const signOffBody = z.strictObject({ id: z.string().max(20) });
const renewForm = z.object({ ...address, former: z.string().min(1).max(2_000) });

export function signUpGuest(parts: SignUpParts): Guest {
  return { routes: signUpRoutes(parts), pages: [renewal(parts)] };
}

/**
 * `sign-up`: 400 no address or keys of a browser, 404 no such recipient, 409 it has enough; 503 unwritten. A person signs
 * up for receivers of theirs alone, and knows of no other device.
 */
function signUpRoutes(parts: SignUpParts): JsonRoute[] {
  const { devices, sender } = parts;
  return [
    {
      ...{ right: "act", method: "GET", path: "/api/push" },
      answer({ person }) {
        const recipients = recipientsOf(person, parts);
        const shown = recipients.flatMap((name) => devices.of(name));
        const body: PushAnswer = {
          ...{ recipients, key: sender()?.publicKey ?? "" },
          devices: shown.map(({ id, name, label, at }) => ({ id, name, label, at })),
        };
        return { status: 200, body };
      },
    },
    {
      ...{ right: "act", method: "POST", path: "/api/push/sign-up" },
      answer: ({ body, person }) =>
        writing(() => signUp(body, { ...parts, recipients: recipientsOf(person, parts) })),
    },
    {
      ...{ right: "act", method: "POST", path: "/api/push/sign-off" },
      answer: ({ body, person }) =>
        writing(() => {
          const asked = signOffBody.safeParse(body);
          if (!asked.success) return refused(400, "this is no device");
          const { name } = devices.find(asked.data.id) ?? {};
          if (name !== undefined && isOthers(name, person, parts)) return refused(404, "this is no device");
          devices.drop(asked.data.id);
          return { status: 200, body: {} };
        }),
    },
  ];
}

/** Names for which a person may sign a device up. */
function recipientsOf(person: string | undefined, parts: Pick<SignUpParts, "recipients" | "people">) {
  return parts.recipients.filter((name) => !isOthers(name, person, parts));
}

function isOthers(
  name: string,
  person: string | undefined,
  { people }: Pick<SignUpParts, "people">,
): boolean {
  return ownOf(person, people).receivers?.includes(`push:${name}`) === false;
}

function signUp(body: unknown, parts: SignUpParts) {
  const { devices, recipients, now } = parts;
  const asked = signUpBody.safeParse(body);
  if (!asked.success || !isAddress(asked.data, parts)) return refused(400, wrongAddress);
  const { name, label, endpoint, p256dh, auth } = asked.data;
  if (!recipients.includes(name)) return refused(404, `there is no recipient ${name} under \`push\``);
  const known = devices.find(endpoint);
  if (known?.name !== name && devices.of(name).length >= mostDevices)
    return refused(409, `${mostDevices} devices are signed up for ${name}: sign one of them off`);
  const id = known?.id ?? randomBytes(4).toString("hex");
  devices.keep({ id, name, endpoint, p256dh, auth, label: tameLine(label, 60), at: now() });
  const answer: SignedUpAnswer = { id };
  return { status: 200, body: answer };
}

const wrongAddress = "this is not what a browser signs up with, or its push service is not allowed here";

function isAddress(
  { endpoint, ...keys }: { readonly endpoint: string; readonly p256dh: string; readonly auth: string },
  { allowPrivate }: SignUpParts,
): boolean {
  return mayLeadTo(endpoint, allowPrivate) && areDeviceKeys(keys);
}

/**
 * A browser that got another address goes on under it. The one before, which the browser and its push service alone know,
 * is the right to do so: its worker has no session.
 */
function renewal(parts: SignUpParts): PageRoute {
  const { devices } = parts;
  return {
    path: "/act/device",
    answer({ method, form }) {
      const asked = renewForm.safeParse(Object.fromEntries(form));
      const device = asked.success && method === "POST" ? devices.find(asked.data.former) : undefined;
      // Its id is no secret.
      if (!asked.success || device === undefined || device.endpoint !== asked.data.former)
        return { status: 404, html: "" };
      const { endpoint, p256dh, auth } = asked.data;
      if (!isAddress(asked.data, parts)) return { status: 400, html: "" };
      const { status } = writing(() => {
        devices.keep({ ...device, endpoint, p256dh, auth });
        return { status: 200, body: {} };
      });
      return { status, html: "" };
    },
  };
}

function refused(status: number, error: string) {
  return { status, body: { error } };
}

function writing(write: () => { status: number; body: unknown }): { status: number; body: unknown } {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return refused(503, error.message);
  }
}
