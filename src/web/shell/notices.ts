/** Notifications of the browser, for alerts as grave as the reader picked, kept in the browser. */
import { textsOfAlert } from "../parts/names.tsx";
import { link } from "../state/address.ts";
import type { FiredAlert } from "../state/live.ts";
import type { Language } from "../state/reader.ts";

/** `off`, or the least grave severity that is told. */
export const noticeLevels = ["off", "critical", "warning", "info"] as const;
export type NoticeLevel = (typeof noticeLevels)[number];

const key = "yagura.notify";

export function rememberedNotices(): NoticeLevel {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return "off";
  return noticeLevels.find((one) => one === localStorage.getItem(key)) ?? "off";
}

/** Keeps a choice; asks the browser's leave for it. Resolves with what holds then. */
export async function chooseNotices(level: NoticeLevel): Promise<NoticeLevel | "denied"> {
  localStorage.setItem(key, level);
  if (level === "off") return "off";
  if (!("Notification" in globalThis)) return "denied";
  return (await Notification.requestPermission()) === "granted" ? level : "denied";
}

/** Tells an alert where nobody looks at the page. Those that came at once are one notification a rule and key. */
export async function notice({ event }: FiredAlert, level: NoticeLevel, language: Language): Promise<void> {
  const { now } = event.data;
  const place = noticeLevels.indexOf(String(now.severity) as NoticeLevel);
  if (level === "off" || !document.hidden || place < 1 || place > noticeLevels.indexOf(level)) return;
  const { title, body } = textsOfAlert(now, language);
  const options = {
    body: body.slice(0, 300),
    tag: `${now.rule} ${now.key}`,
    icon: new URL("icon-192.png", location.href).href,
    data: new URL(link("alert", [event.id]), location.href).href,
  };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) await worker.showNotification(title, options);
  else new Notification(title, options);
}
