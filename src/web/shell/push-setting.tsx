/** Messages on this device while the page is closed: for which recipient it is signed up, why it cannot be, and all devices. */
import { useState } from "preact/hooks";
import type { PushAnswer, SignedUpAnswer } from "../../model/page/push.ts";
import { Select } from "../parts/fields.tsx";
import { ShownMoment } from "../parts/moment.tsx";
import { act, answerIn, callErrorOf, useAnswer } from "../state/calls.ts";
import { useWords } from "../state/reader.ts";
import { shellWords } from "./words.ts";

const deviceKey = "yagura.device";

type Hindrance = "pushInsecure" | "pushUnknown" | "notifyDenied" | "pushFull" | "pushFailed";

/** Asks when it is shown. */
export function PushSetting() {
  const words = useWords(shellWords);
  const [times, setTimes] = useState(0);
  const [failed, setFailed] = useState<Hindrance>();
  const answer = answerIn(useAnswer<PushAnswer>("api/push", {}, times));
  // Without a recipient nobody has asked for it.
  if (answer === undefined || answer.recipients.length === 0) return null;
  const here = answer.devices.find(({ id }) => id === localStorage.getItem(deviceKey));
  const hindrance = failed ?? hindranceHere();
  const change = (done: Promise<Hindrance | undefined>) => {
    setFailed(undefined);
    done
      .then(setFailed, (error) => setFailed(callErrorOf(error).status === 409 ? "pushFull" : "pushFailed"))
      .finally(() => setTimes((before) => before + 1));
  };
  const signOff = (id: string | undefined) => change(id === here?.id ? leave(id) : drop(id));
  const options = answer.recipients.map((name): [string, string] => [name, name]);
  return (
    <>
      <Select
        label={words.push}
        value={here?.name ?? ""}
        options={[["", words.notifyFrom.off], ...options]}
        change={(name) => (name === "" ? signOff(here?.id) : change(signUp(name, answer.key)))}
      />
      {hindrance !== undefined && (
        <p class="failed" role="alert">
          {words[hindrance]}
        </p>
      )}
      {answer.devices.map(({ id, name, label, at }) => (
        <p key={id}>
          {name}: <span dir="auto">{label}</span>, <ShownMoment at={at} />{" "}
          <button type="button" aria-label={`${words.pushEnd}: ${label}`} onClick={() => signOff(id)}>
            {words.pushEnd}
          </button>
        </p>
      ))}
    </>
  );
}

/** What keeps this browser from taking messages, whatever one chooses. */
function hindranceHere(): Hindrance | undefined {
  if (!globalThis.isSecureContext) return "pushInsecure";
  return "PushManager" in globalThis && "Notification" in globalThis ? undefined : "pushUnknown";
}

async function signUp(name: string, key: string): Promise<Hindrance | undefined> {
  const hindrance = hindranceHere();
  if (hindrance !== undefined) return hindrance;
  if ((await Notification.requestPermission()) !== "granted") return "notifyDenied";
  const { pushManager } = await navigator.serviceWorker.ready;
  const how = { userVisibleOnly: true, applicationServerKey: key };
  // One for a key of another database is of no use any more.
  const subscription = await pushManager.subscribe(how).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(how);
  });
  const { endpoint, keys } = subscription.toJSON();
  const { id } = await act<SignedUpAnswer>("api/push/sign-up", { endpoint, ...keys, name, label: label() });
  localStorage.setItem(deviceKey, id);
  return undefined;
}

async function drop(id: string | undefined): Promise<undefined> {
  if (id !== undefined) await act("api/push/sign-off", { id });
}

/** Signs this device off; its browser forgets the address, too. */
async function leave(id: string | undefined): Promise<undefined> {
  await drop(id);
  localStorage.removeItem(deviceKey);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}

/** Such as `Chrome, Android`, as the browser calls itself. */
function label(): string {
  const first = (names: readonly string[]) => names.find((name) => navigator.userAgent.includes(name)) ?? "";
  const browser = first(["Edg", "Firefox", "Chrome", "Safari"]).replace("Edg", "Edge");
  return `${browser}, ${first(["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"])}`;
}
