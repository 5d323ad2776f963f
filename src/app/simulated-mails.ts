/** Which mails are not sent since what they tell is made up: nobody's mailbox is a place to try things out. */
import type { Config } from "../config/config.ts";
import { isLoopback, parseDestination } from "../outputs/email/destination.ts";
import type { House } from "../pipeline/house.ts";
import { isSimulatedEvent } from "./simulated.ts";

/** Whether mails leave this machine: neither a folder nor a server on the loopback interface takes them. */
export function isRealMailServer(smtp: string): boolean {
  const destination = parseDestination(smtp);
  return destination.kind === "smtp" && !isLoopback(destination.host);
}

/** Why the mails that an alert asks for are not sent; undefined: they are. */
export function unmailedAlerts(config: Config): House["unmailed"] {
  const { smtp, sendSimulated, recipients } = config.email;
  if (sendSimulated || !isRealMailServer(smtp)) return undefined;
  const isMailed = (to: string) => (recipients[to.replace(/^email:/, "")] ?? []).length > 0;
  return ({ notify }, { event }) =>
    notify.some(isMailed) && isSimulatedEvent(config, event) ? "simulated" : undefined;
}
