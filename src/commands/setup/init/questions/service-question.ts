/** The questions about the three services: where each is, whether it is simulated for now, or left out. */
import { createClients, createGates } from "../../../../config/clients.ts";
import type { Config } from "../../../../config/config.ts";
import { checkOnline, type OnlineRow } from "../../../../files/check-online.ts";
import { Failure } from "../../../../lib/failure.ts";
import { Refused } from "../../../../lib/problem.ts";
import { tameLine } from "../../../../lib/text/tame.ts";
import type { Written } from "../../../../lib/yaml/written-value.ts";
import type { Watchlists } from "../../../../model/watchlists.ts";
import { sourceMembers, type UpstreamName } from "../../../../sources/index.ts";
import type { MarketPlan } from "../../../../upstreams/market/call.ts";
import { marketRefusal } from "../../../../upstreams/market/refusals.ts";
import { type Draft, readDraft, type Shipped, withoutSetting, withSecret, withSetting } from "../draft.ts";
import {
  isAsked,
  mistaken,
  type Setup,
  type SetupQuestion,
  type SetupState,
  type TriedAnswer,
} from "../question.ts";
import type { Words } from "../words/english.ts";

/** Addresses of the services that everybody asks; of the forum nobody does without leave. */
const usualAddresses: Partial<Record<UpstreamName, string>> = {
  market: "https://api.jquants.com/v2",
  statistics: "https://www.stat-search.boj.or.jp",
};

/** Where a service is. `key`: of the market service; absent: as it was. */
interface ServiceAnswer {
  readonly kind: "real" | "simulated" | "none";
  readonly url: string;
  readonly key?: string | undefined;
}

/** The question about one service. */
export function serviceQuestion(service: UpstreamName) {
  return async (state: SetupState): Promise<SetupQuestion<ServiceAnswer>> => {
    const { dialogue, words, options, once, draft, shipped } = state;
    const isMarket = service === "market";
    const parts = partsOf(service, state);
    const places = [[["upstreams", service, "url"], parts.address]] as const;
    const apply = (answer: ServiceAnswer) => applied(service, answer, draft, shipped);
    return {
      option: `--${service}`,
      given: await givenAnswer(service, state),
      places: () => places,
      ask: () => ask(service, state, parts.key.question),
      async trial(answer): Promise<TriedAnswer> {
        const next = apply(answer);
        const read = readDraft(next);
        if (!read.ok) return mistaken(next, read.problems, places);
        if (answer.kind !== "real")
          return { ok: true, draft: next, message: words.notAsked[answer.kind](service) };
        dialogue.tell("working", words.trying(service));
        const tried = await once(() => tryService(service, read.config, shipped.config, words));
        if (!tried.ok) return { ...tried, part: tried.isKey && isMarket ? parts.key : parts.address };
        if (!isMarket) return { ok: true, draft: next, message: words.answers(service) };
        const left = tried.lacking.reduce((less, name) => withoutSetting(less, ["sources", name]), next);
        const planned = await withPlan(state, left, tried.plan ?? "standard");
        if (!planned.ok || tried.lacking.length === 0) return planned;
        return { ...planned, message: `${planned.message} ${words.lacks(tried.lacking)}` };
      },
      effect: (answer) => (isMarket ? ofPlan(apply(answer), options.plan) : apply(answer)),
    };
  };
}

function partsOf(service: UpstreamName, { words, present }: SetupState) {
  const question = present.upstreams.market.apiKey === undefined ? words.key : words.keyOrKeep;
  return {
    address: { option: `--${service}`, question: words.address[service], mistake: words.noAddress },
    key: { option: "--market-key", question },
  };
}

/** What options and the environment say; undefined: nothing new. */
async function givenAnswer(service: UpstreamName, state: SetupState): Promise<ServiceAnswer | undefined> {
  const { options, environment, isNew } = state;
  const isMarket = service === "market";
  const before = presentAnswer(service, state.present);
  const named = options[service];
  const key = isMarket ? options.marketKey || environment.YAGURA_MARKET_API_KEY : undefined;
  // That the environment has the forum's address is nobody's word that there is leave.
  const isUnsaid = service === "forum" && isNew && before.kind === "real" && !isAsked(state);
  const isGiven = named !== undefined || (isMarket && options.marketKey !== undefined) || isUnsaid;
  return isGiven
    ? permitted(service, state, { ...answerOf(named ?? before.url), ...(key && { key }) })
    : undefined;
}

function ofPlan(draft: Draft, plan: MarketPlan | undefined): Draft {
  return plan === undefined ? draft : withSetting(draft, ["upstreams", "market", "tier"], plan);
}

/** What the plan does not tell is not polled: it would be a failure for ever. */
async function withPlan(
  { dialogue, words, options }: Setup,
  draft: Draft,
  found: MarketPlan,
): Promise<TriedAnswer> {
  const isLarge = found === "standard";
  const plans: readonly MarketPlan[] = ["standard", "premium"];
  const choices = plans.map((value) => ({ value, label: words.plans[value] }));
  const isOpen = options.plan === undefined && isLarge && dialogue.isPerson && options.yes !== true;
  const plan = options.plan ?? (isOpen ? await dialogue.choose(words.whichPlan, choices, "standard") : found);
  const next = withSetting(draft, ["upstreams", "market", "tier"], plan);
  if (isLarge) return { ok: true, draft: next, message: words.marketAnswers(plan) };
  return { ok: true, draft: withoutSources(next, "market"), message: words.planTooLow(plan) };
}

async function ask(service: UpstreamName, state: SetupState, keyQuestion: string): Promise<ServiceAnswer> {
  const { dialogue, words } = state;
  const before = presentAnswer(service, state.present);
  dialogue.tell("note", words.about[service]);
  const kind = await dialogue.choose(
    words.services[service],
    [
      { value: "real", label: words.kinds.real },
      { value: "simulated", label: words.kinds.simulated },
      { value: "none", label: words.kinds.none },
    ],
    before.kind,
  );
  if (kind !== "real") return { kind, url: "simulated" };
  const allowed = await permitted(service, state, { kind, url: before.url });
  if (allowed.kind !== "real") return allowed;
  const url = await dialogue.text({
    message: words.address[service],
    initial: before.kind === "real" ? before.url : usualAddresses[service],
    example: service === "market" ? "https://.../v2" : "https://...",
  });
  if (service !== "market") return { kind, url };
  const key = await dialogue.secret(keyQuestion);
  return { kind, url, ...(key !== "" && { key }) };
}

/**
 * The forum's terms want leave for programs. Without the word of a person that there is leave it is left out, whatever
 * else was answered.
 */
async function permitted(
  service: UpstreamName,
  state: SetupState,
  answer: ServiceAnswer,
): Promise<ServiceAnswer> {
  const { dialogue, words, options, present, isNew } = state;
  if (service !== "forum" || answer.kind !== "real") return answer;
  const { forumLeave } = options;
  const isOpen = forumLeave === undefined && isAsked(state);
  // Somebody had it read before.
  const hadLeave = !isNew && presentAnswer(service, present).kind === "real";
  const leave = isOpen ? await dialogue.confirm(words.forumLeave, hadLeave) : forumLeave;
  if (leave) return answer;
  if (leave === undefined && !options.yes) throw new Refused(`--forum-leave: ${words.forumLeaveMissing}`);
  dialogue.tell("warning", words.forumOff);
  return { kind: "none", url: "simulated" };
}

function answerOf(text: string): ServiceAnswer {
  if (text === "none") return { kind: "none", url: "simulated" };
  return { kind: text === "simulated" ? "simulated" : "real", url: text };
}

function presentAnswer(service: UpstreamName, { upstreams, sources }: Config): ServiceAnswer {
  const { url } = upstreams[service];
  const isWatched = sourcesOf(service).some((name) => Object.hasOwn(sources, name));
  return answerOf(url === "simulated" && !isWatched ? "none" : url);
}

function applied(service: UpstreamName, answer: ServiceAnswer, draft: Draft, shipped: Shipped): Draft {
  const at = withSetting(draft, ["upstreams", service, "url"], answer.url);
  if (answer.kind === "none") return withoutSources(at, service);
  const watched = withSources(at, service, shipped);
  if (answer.key === undefined) return watched;
  return withSecret(watched, ["upstreams", "market", "apiKey"], "market-api-key", answer.key);
}

const sourcesOf = (service: UpstreamName) =>
  sourceMembers.filter(({ upstream }) => upstream === service).map(({ name }) => name);

function withoutSources(draft: Draft, service: UpstreamName): Draft {
  return sourcesOf(service).reduce((left, name) => withoutSetting(left, ["sources", name]), draft);
}

/** The service's sources as they ship, where the draft has none of them. */
function withSources(draft: Draft, service: UpstreamName, { sources }: Shipped): Draft {
  const read = readDraft(draft);
  const there = read.ok ? Object.keys(read.config.sources) : [];
  const own = sourcesOf(service);
  if (!read.ok || own.some((name) => there.includes(name))) return draft;
  return own.reduce((next, name) => {
    const settings: Written | undefined = sources[name];
    return settings === undefined ? next : withSetting(next, ["sources", name], settings);
  }, draft);
}

// Tries a service with the settings of a draft: whether it answers, what the key opens, and which plan that is.

/**
 * `plan`: of the market service, the largest that the answers show; `lacking`: sources whose call the account or the service has not;
 * `isKey`: what the market service refused is the key.
 */
type ServiceTrial =
  | { ok: true; plan?: MarketPlan | undefined; lacking: readonly string[] }
  | { ok: false; problem: string; isKey: boolean };

/** Asks what the sources that ship ask; of the forum about a stock that they name, since no person has named one yet. */
async function tryService(
  service: UpstreamName,
  config: Config,
  { sources, watchlists }: Config,
  words: Words,
): Promise<ServiceTrial> {
  const own = sourceMembers.filter(({ upstream }) => upstream === service).map(({ name }) => name);
  const asked = Object.fromEntries(Object.entries(sources).filter(([name]) => own.includes(name)));
  const rows = await checkOnline({ ...config, sources: asked, recordSources: [] }, writtenOut(watchlists));
  // A service that knows other calls is the right one, and older than this one.
  const isThere = rows.some(isAllowed);
  const isLacking = ({ addOn, verdict }: OnlineRow) =>
    (addOn !== undefined && verdict === "plan-too-low") || (isThere && verdict === "no-such-call");
  const lacking = rows.filter(isLacking).map(({ source }) => source);
  const refused = rows.filter((row) => row.verdict !== "allowed" && !isLacking(row));
  if (refused.length === 0) return { ok: true, lacking, ...(service === "market" && { plan: "standard" }) };
  const [first] = refused;
  const isPlanAlone = isThere && refused.every(({ verdict }) => verdict === "plan-too-low");
  if (isPlanAlone) return { ok: true, lacking, plan: await smallPlan(config) };
  const isKey = refused.some(({ verdict }) => keyVerdicts.includes(verdict));
  return { ok: false, problem: first === undefined ? "" : refusal(first, words), isKey };
}

const keyVerdicts: readonly OnlineRow["verdict"][] = ["key-refused", "no-plan", "key-or-plan"];

const isAllowed = ({ verdict }: OnlineRow) => verdict === "allowed";

function writtenOut(lists: Config["watchlists"]): Watchlists {
  return Object.fromEntries(
    Object.entries(lists).flatMap(([name, list]) => ("file" in list ? [] : [[name, list]])),
  );
}

function refusal({ verdict, message = "" }: OnlineRow, words: Words): string {
  const reason = tameLine(message, 300);
  return `${words.verdicts[verdict]}${reason === "" ? "" : `\n${reason}`}`;
}

/** Which of the plans it is that do not tell margin alerts: one call tells them apart, on a service that has it so. */
async function smallPlan(config: Config): Promise<MarketPlan> {
  const { market } = createClients(config, undefined, createGates(config));
  try {
    await market.read("equities/investor-types", {});
    return "light";
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return marketRefusal(error) === "window" ? "light" : "free";
  }
}
