/** The page: what the monitor says, live. */
/// <reference lib="dom" />
import { createFeedClient, type FeedClient, type FeedState } from "../client/feed-client.ts";
import { sendingAnswers } from "./answers.ts";
import { alertItem, element, eventItem, putOnTop, sourceItems } from "./items.ts";

const listed = 200;
/** Number of entries in which the page looks for alerts when it is opened. */
const lookBack = 20_000;
const tokenKey = "yagura.token";

const alerts = element("alerts", HTMLOListElement);
const events = element("events", HTMLOListElement);
const showEvents = element("show-events", HTMLInputElement);
const tokenForm = element("token-form", HTMLFormElement);
const tokenInput = element("token", HTMLInputElement);

const send = sendingAnswers(
  () => sessionStorage.getItem(tokenKey),
  () => {
    tokenForm.hidden = false;
  },
);

let alertClient: FeedClient | undefined;
let eventClient: FeedClient | undefined;

function address(): { url: string; token?: string } {
  const token = sessionStorage.getItem(tokenKey);
  const url = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/feed`;
  return token === null ? { url } : { url, token };
}

function showState(state: FeedState): void {
  const shown = element("connection", HTMLElement);
  shown.textContent = state.phase === "waiting" ? `${state.reason}, trying again` : state.phase;
  shown.className = state.phase === "live" ? "live" : "quiet";
  // A browser does not tell why a connection was refused; a missing token is the likeliest.
  tokenForm.hidden = state.phase === "live" || state.phase === "connecting";
  if (state.phase !== "live") return;
  const { simulated } = state.welcome;
  const badge = element("simulated", HTMLElement);
  badge.hidden = simulated.length === 0;
  badge.textContent = `SIMULATED: ${simulated.join(", ")}`;
}

function showGap({ from, to }: { from: number; to: number }): void {
  const shown = element("gap", HTMLElement);
  shown.hidden = false;
  shown.textContent = `Entries ${from} to ${to} are no longer kept and are not shown.`;
}

function watchAlerts(): void {
  alertClient?.close();
  alerts.replaceChildren();
  alertClient = createFeedClient({
    ...address(),
    types: ["alert.*"],
    since: ({ seq, oldest }) => Math.max(oldest - 1, seq - lookBack),
    onEvent: (entry) => putOnTop(alerts, alertItem(entry, send), listed),
    onGap: showGap,
    onState: showState,
    onHeartbeat: ({ sources }) => showSources(sources),
  });
}

function showSources(sources: Readonly<Record<string, unknown>>): void {
  element("sources", HTMLUListElement).replaceChildren(...sourceItems(sources));
}

/** The first heartbeat is seconds away. */
async function showFirstSources(): Promise<void> {
  const answer = await fetch("readyz");
  const { sources }: { sources: Readonly<Record<string, unknown>> } = await answer.json();
  showSources(sources);
}

function watchEvents(): void {
  eventClient?.close();
  eventClient = undefined;
  if (!showEvents.checked) return;
  eventClient = createFeedClient({
    ...address(),
    onEvent: (entry) => putOnTop(events, eventItem(entry), listed),
    onGap: showGap,
  });
}

tokenForm.addEventListener("submit", (event) => {
  event.preventDefault();
  sessionStorage.setItem(tokenKey, tokenInput.value);
  watchAlerts();
  watchEvents();
});
showEvents.addEventListener("change", watchEvents);
watchAlerts();
// Where this fails the connection does too, and says so.
showFirstSources().catch(() => undefined);
