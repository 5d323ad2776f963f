/** What a monitor is put together of, whatever its part: rules, sources, answers, and the outputs with the port. */
import { createBench } from "../backtest/bench/bench.ts";
import { alwaysTold, policyOf } from "../config/telling.ts";
import { createActiveRules, rulesHashKey } from "../files/active-rules.ts";
import { createActiveStanding, standingAnswers } from "../files/active-standing.ts";
import { eventTypesOf } from "../files/event-types.ts";
import { createFetchJob } from "../history/fetch-job.ts";
import { createFindPaper } from "../page/find-paper.ts";
import { pageCalls, pageFiles } from "../page/index.ts";
import { createCodeCheck } from "../page/known-code.ts";
import type { PageParts } from "../page/page-call.ts";
import { pollsAhead } from "../page/sources.ts";
import { createNews } from "../pipeline/news.ts";
import type { Watched } from "../pipeline/schedule.ts";
import { createAnswering } from "./answers/answering.ts";
import type { Closers } from "./closers.ts";
import { type Ground, watchServices } from "./ground.ts";
import { createMonitorMetrics } from "./metrics/monitor-metrics.ts";
import type { StartParts } from "./monitor.ts";
import { createDigestNews } from "./operating/digest-due.ts";
import { createOutputs, type Outputs, type OutputsParts } from "./outputs.ts";
import { createPollNow } from "./poll-now.ts";
import { seedingAtStart } from "./seed-at-start.ts";
import { createPutBackNews } from "./store-news.ts";

/** Puts together what stands below the outputs. */
export function assemble({ files, log, environment }: StartParts, ground: Ground, closers: Closers) {
  const { config } = files;
  const { store, steady, clock } = ground;
  const active = createActiveRules(files.active.rules, store.meta.get(rulesHashKey), store.ruleMeanings, {
    names: files.before,
    kept: store.meta.get,
  });
  const watched = watchServices(config, ground, log, active.watchlists);
  const standing = createActiveStanding(
    active.current,
    standingAnswers(config),
    store,
    watched.calendar.current,
  );
  closers.add(standing.stop);
  const seeding = seedingAtStart(files, { ground, active, log });
  const news = createNews();
  const { metrics, measured } = createMonitorMetrics(config, { ground, watched, active }, closers);
  const putBack = createPutBackNews(store, log, news.give);
  const answering = createAnswering({
    ...{ store, policy: policyOf(config), types: eventTypesOf(config), publicUrl: config.publicUrl },
    people: config.people,
    ...{ calendar: watched.calendar.current, now: steady.now, tell: news.tell },
  });
  const { sources, gates, calendar } = watched;
  const asked = { config, clock, gates, calendar: calendar.current, watchlists: active.watchlists };
  const fetching = createFetchJob({ ...asked, simulator: ground.world }, log);
  closers.add(fetching.stop);
  const bench = createBench(config, environment);
  closers.add(bench.stop);
  const polled = { config, store, sources, clock, calendar: calendar.current };
  const next = (name: string) => pollsAhead(name, polled);
  const nextAt = (name: string) => pollsAhead(name, { ...polled, sources: sources.map(withoutExtra) }).nextAt;
  const polling = createPollNow({ config, sources, gates, clock, nextAt });
  const digests = createDigestNews({
    ...{ store, clock: steady, calendar: calendar.current, watchlists: active.watchlists, tell: news.tell },
    ...{ policy: policyOf(config), receivers: alwaysTold(config), sources: watched.names },
  });
  return {
    ...{ ground, active, watched, standing, seeding, news, metrics, measured, putBack, fetching },
    ...{ answering, bench, polled, next, nextAt, polling, digests },
  };
}

/** By its schedule alone: extra polls may be left out at any time. */
const withoutExtra = ({ extra: _, ...watched }: Watched): Watched => watched;

/** The outputs and the port, with the calls that it answers. */
export function openOutputs(
  { files: { config }, log, webFolder }: StartParts,
  { ground, active, watched, news, metrics, measured, putBack, ...answerers }: ReturnType<typeof assemble>,
  { reload, ...ways }: OutputWays,
): Promise<Outputs> {
  const { fetching, answering, bench, polled, next, polling } = answerers;
  const { store, steady, clock } = ground;
  const { status, gates } = watched;
  const page: PageParts = {
    ...{ ...polled, gates, rules: active, status, now: steady.now, tell: news.tell, reload, bench },
    findPaper: createFindPaper(watched.clients, clock),
    knownCode: createCodeCheck({ config, clients: watched.clients, clock }),
    companies: watched.companies,
    servicesNow: () => Number(ground.world?.now() ?? steady.now()),
    quietedNow: answering.quietedNow,
    machine: ways.standing?.now,
  };
  return createOutputs({
    ...{ config, store, metrics, log, webFolder, status, next, notes: measured.notes },
    ...{ clock: steady, sources: watched.names, tell: news.tell },
    putBack: () => putBack.noticed,
    ...{ watchlists: active.watchlists, calendar: watched.calendar.current },
    routes: [...fetching.routes, ...answering.routes, polling.route, ...pageCalls(page)],
    open: pageFiles(page),
    quietedNow: answering.quietedNow,
    pages: answering.pages,
    ...ways,
  });
}

interface OutputWays extends Pick<OutputsParts, "confirm" | "following" | "heard" | "standing"> {
  reload(): Promise<void>;
}
