/** The questions about the three services: where each is, whether it is simulated for now, or left out. */
import type { Config } from "../../../config/config.ts";
import type { Written } from "../../../lib/yaml/written-value.ts";
import { sourceMembers, type UpstreamName } from "../../../sources/index.ts";
import type { MarketPlan } from "../../../upstreams/market/call.ts";
import { type Draft, problemWords, readDraft, withoutSetting, withSecret, withSetting } from "../draft.ts";
import { type Attempt, isAsked, type Session, settle } from "../session.ts";
import type { Shipped } from "../shipped.ts";
import { tryService } from "./try-service.ts";

/** Where a service is. `key`: of the market service; absent: as it was. */
interface ServiceAnswer {
  readonly kind: "real" | "simulated" | "none";
  readonly url: string;
  readonly key?: string | undefined;
}

/** Asks for one service and tries the answer. @param present settings as they were before */
export async function askService(
  service: UpstreamName,
  session: Session,
  draft: Draft,
  { present, shipped }: { present: Config; shipped: Shipped },
): Promise<Draft> {
  const { dialogue, words, options, environment } = session;
  const before = presentAnswer(service, present);
  const named = options[service];
  const key = service === "market" ? options.marketKey || environment.YAGURA_MARKET_API_KEY : undefined;
  const hasNews = named !== undefined || (service === "market" && options.marketKey !== undefined);
  if (!hasNews && !isAsked(session, named)) return draft;
  const given = hasNews ? { ...answerOf(named ?? before.url), ...(key && { key }) } : undefined;
  const apply = (answer: ServiceAnswer) => applied(service, answer, draft, shipped);
  return settle<ServiceAnswer>(session, {
    option: `--${service}`,
    given,
    ask: (failed) => ask(service, session, { before: failed ?? before, hasKey: hasKey(present) }),
    async attempt(answer): Promise<Attempt> {
      const next = apply(answer);
      const read = readDraft(next);
      if (!read.ok) return { ok: false, problem: problemWords(read.problems) };
      if (answer.kind !== "real")
        return { ok: true, draft: next, told: words.notAsked[answer.kind](service) };
      dialogue.tell("working", words.trying(service));
      const tried = await tryService(service, read.config, shipped.config, words);
      if (!tried.ok) return tried;
      if (service !== "market") return { ok: true, draft: next, told: words.answers(service) };
      return withPlan(session, next, tried.plan ?? "standard");
    },
    untried: (answer) => (service === "market" ? ofPlan(apply(answer), options.plan) : apply(answer)),
    skipped: draft,
  });
}

function ofPlan(draft: Draft, plan: MarketPlan | undefined): Draft {
  return plan === undefined ? draft : withSetting(draft, ["upstreams", "market", "tier"], plan);
}

/** What the plan does not tell is not polled: it would be a failure for ever. */
async function withPlan(
  { dialogue, words, options }: Session,
  draft: Draft,
  found: MarketPlan,
): Promise<Attempt> {
  const isLarge = found === "standard";
  const plans: readonly MarketPlan[] = ["standard", "premium"];
  const choices = plans.map((value) => ({ value, label: words.plans[value] }));
  const isOpen = options.plan === undefined && isLarge && dialogue.isPerson && options.yes !== true;
  const plan = options.plan ?? (isOpen ? await dialogue.choose(words.whichPlan, choices, "standard") : found);
  const next = withSetting(draft, ["upstreams", "market", "tier"], plan);
  if (isLarge) return { ok: true, draft: next, told: words.marketAnswers(plan) };
  return { ok: true, draft: withoutSources(next, "market"), told: words.planTooLow(plan) };
}

async function ask(
  service: UpstreamName,
  { dialogue, words }: Session,
  { before, hasKey }: { before: ServiceAnswer; hasKey: boolean },
): Promise<ServiceAnswer> {
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
  const url = await dialogue.text({
    message: words.address[service],
    initial: before.kind === "real" ? before.url : undefined,
    example: service === "market" ? "https://.../v2" : "https://...",
  });
  if (service !== "market") return { kind, url };
  const key = await dialogue.secret(hasKey ? words.keyOrKeep : words.key);
  return { kind, url, ...(key !== "" && { key }) };
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

function hasKey({ upstreams }: Config): boolean {
  return upstreams.market.apiKey !== undefined;
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
