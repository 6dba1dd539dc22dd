import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { Problem } from "../../kit/problem.ts";
import { hour } from "../../kit/time.ts";
import { ConditionFailed } from "../../table/errors.ts";
import { backOff } from "../../table/retry-on-conflict.ts";
import { instanceOfPulse, lastChangeKey, pulsesOfSource } from "../rows/deployment.keys.ts";
import { figuresOf } from "../rows/figures.ts";
import { changedAt } from "../rows/last-change.table.ts";
import { deletePulse, preserveLastFigures } from "../rows/last-figures.ts";
import type { SourceInstance } from "../rows/observation.ts";
import { fingerprintOfPage } from "../rows/page-fingerprint.ts";
import { type PulseRow, readPulse, readPulses, refusedOf } from "../rows/pulse.table.ts";
import { planPage } from "./page-plan.ts";
import { release, reserve } from "./quota.ts";
import { type IngestResult, type PageCommit, skipReason } from "./source-report.ts";

/**
 * Notes that more than figures changed, so that open pages reload. The pages also reload by themselves, so a
 * failure is only logged.
 */
async function noteChange(services: Services, organization: OrganizationId): Promise<void> {
  const { table, clock, log } = services;
  await table.update(lastChangeKey(organization), changedAt(clock.now())).catch((error: unknown) => {
    log.warn("a change was not noted", { reason: error instanceof Error ? error.name : "unknown" });
  });
}

const attempts = 5;

/**
 * Writes a page after its heartbeat failed: more than figures changed, or it is not newer. It plans the page
 * again when other reports come in between. Throws tooMany when the source's key has too many agents. Throws
 * unavailable when other reports come in between every time.
 */
export async function commitPage(services: Services, commit: PageCommit): Promise<IngestResult> {
  let { before } = commit;
  let rest = commit;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const skipped = skipReason(commit, before);
    if (skipped)
      return { outcome: skipped, refused: [...refusedOf(before)].map((id) => ({ id, isNew: false })) };
    try {
      if (!before) await admitAgent(services, commit.organization, commit.source);
      const done = await commitOnce(services, rest, before);
      if (!("rest" in done)) return done;
      ({ rest } = done);
      attempt = 0;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      await backOff(attempt);
      const row = await services.table.get(commit.key);
      before = row && readPulse(row);
    }
  }
  throw new Problem("unavailable", "Too many reports for the same deployments at once. Please try again.", {
    retryAfterSeconds: 5,
  });
}

/**
 * One transaction writes the pulse and the changed deployments, without those that exceed the quota. Where they are
 * too many for one, it writes the first ones, and returns the page for the next transaction. Throws ConditionFailed
 * when the pulse has changed since it was read.
 */
async function commitOnce(
  services: Services,
  commit: PageCommit,
  before: PulseRow | undefined,
): Promise<IngestResult | { rest: PageCommit }> {
  const { organization } = commit;
  const planned = await planPage(services, commit, before);
  const { reserved, exceeding } = await reserve(services, commit, planned.growths);
  const allowed = exceeding.size > 0 ? leaveOut(commit, exceeding) : commit;
  const outcome = exceeding.size > 0 ? "full" : "written";
  // A new agent gets no pulse when all of its deployments are left out.
  if (allowed.page.length === 0 && !before) return { outcome, refused: [] };
  try {
    const { writes, refused, round } =
      exceeding.size > 0 ? await planPage(services, allowed, before, planned.round) : planned;
    const staying = new Set(allowed.page.map(({ id }) => id));
    if (before) await preserveLastFigures(services, organization, before, staying);
    await services.table.transact(writes);
    await noteChange(services, organization);
    if (round) return { rest: withReserved(commit, round) };
    const known = refusedOf(before);
    return { outcome, refused: [...refused].map((id) => ({ id, isNew: !known.has(id) })) };
  } catch (error) {
    // After other errors the transaction may have succeeded, so the reservation stays.
    if (error instanceof ConditionFailed) await release(services, organization, reserved);
    throw error;
  }
}

/** The page after the growth of some of its deployments was written. */
function withReserved(commit: PageCommit, ids: ReadonlySet<string>): PageCommit {
  const written = commit.page.filter(({ id }) => ids.has(id));
  const figures = written.map(({ id, databases }) => [id, figuresOf(databases)] as const);
  return { ...commit, figuresBefore: new Map([...commit.figuresBefore, ...figures]) };
}

/** The page without some of its deployments. */
function leaveOut(commit: PageCommit, ids: ReadonlySet<string>): PageCommit {
  const stays = commit.page.map(({ id }) => !ids.has(id));
  const fingerprints = commit.fingerprints.filter((_, index) => stays[index]);
  const entries = commit.next.entries.filter((_, index) => stays[index]);
  const next: PageCommit["next"] = { ...commit.next, fingerprint: fingerprintOfPage(fingerprints), entries };
  return { ...commit, page: commit.page.filter((_, index) => stays[index]), fingerprints, next };
}

/** How many agents may share one key. */
const mostInstances = 100;
/** After this silence, in milliseconds, an agent's pulses may be deleted at the limit. */
const forgottenAfter = hour;

/**
 * Admits an agent that has no pulse yet. An agent chooses its own id, so without a limit one key could fill
 * the table. At the limit, agents that have been silent for an hour lose their pulses. Throws tooMany when
 * there are none.
 */
async function admitAgent(
  services: Services,
  organization: OrganizationId,
  source: SourceInstance,
): Promise<void> {
  const run = pulsesOfSource(organization, source.id);
  const known = await services.table.queryAll(run, { attributes: [] });
  const instances = new Set(known.map((pulse) => instanceOfPulse(pulse.sk)));
  if (instances.has(source.instance) || instances.size < mostInstances) return;
  const silent = services.clock.now() - forgottenAfter;
  const pulses = readPulses(await services.table.queryAll(run));
  const gone = pulses.filter((pulse) => pulse.receivedAt < silent);
  for (const pulse of gone) await deletePulse(services, organization, pulse);
  if (gone.length === 0)
    throw new Problem("tooMany", `At most ${mostInstances} agents can share one agent key.`, {
      code: "TOO_MANY_AGENTS",
      details: ["agent.id: must stay the same across restarts of an agent; use another key for more agents"],
      retryAfterSeconds: 600,
    });
}
