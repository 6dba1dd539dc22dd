import type { Services, FileContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { rowsOf } from "../agent-key/agent-key.ts";
import { keepManagedKey, revokeManagedKey } from "../agent-key/managed.ts";
import { keepManagedChannels } from "../channel/managed.ts";
import { keepManagedRoles } from "../elasticache/managed.ts";
import { keepManagedRules } from "../incident/own-rules/managed.ts";
import { keepManagedRoutes } from "../incident/routes/managed.ts";
import { keepManagedSilences } from "../incident/silences/managed.ts";
import {
  endGroups,
  keepOrganization,
  releaseOrganization,
  storedEntries,
  type StoredEntry,
} from "../organization/managed.ts";
import { Problem } from "../kit/problem.ts";
import {
  keepManagedToken,
  LastingProblem,
  managedTokensOf,
  revokeManagedToken,
} from "../programs/managed.ts";
import { keepManagedClouds } from "../redis-cloud/managed.ts";
import { keepManagedViews } from "../view/managed.ts";
import type { Applied, WantedOrganization } from "./configuration.ts";
import type { Attempt, Done } from "../access/file-entry.ts";

/** One run over the file: counts what it does, and notes what fails. The rest of the file goes on. */
class Run {
  readonly applied: Applied = { created: 0, changed: 0, removed: 0, failures: [] };

  /**
   * Does the work for one entry. A problem of this entry is noted; a defect is thrown.
   * @returns whether there was no problem
   */
  async attempt(path: string, work: () => Promise<Done>): Promise<boolean> {
    try {
      const done = await work();
      if (done) this.applied[done] += 1;
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const reason = [error.message, ...(error.details ?? [])].join(" ");
      const isLasting = error instanceof LastingProblem;
      this.applied.failures.push({ path, code: error.code, reason, isLasting });
      return false;
    }
  }

  /** The same for the entries of a list. */
  in(list: string): Attempt {
    return (index, work) => this.attempt(index === undefined ? list : `${list}[${index}]`, work);
  }
}

/** The configuration file as the caller of verbs in one of its organizations. */
const asFile = (services: Services, organizationId: OrganizationId): FileContext => ({
  ...services,
  actor: { kind: "file", organizationId },
  requestId: "configuration-file",
});

/*
 * Makes the installation as its configuration file has it. Every write is one transaction and safe to repeat. So a
 * run that was interrupted is finished by the next one, and several processes may run at once. What people made is
 * never touched.
 */

/** An organization of the file, with its place there. */
interface Kept {
  id: OrganizationId;
  wanted: WantedOrganization;
  path: string;
}

type Wanted = readonly WantedOrganization[];

/**
 * Keeps organizations, groups, agent keys and tokens as the file has them. It revokes keys and tokens and ends groups
 * that it has no longer. It asks no third party, so it is done before the server takes requests.
 */
export async function applyKeys(services: Services, organizations: Wanted): Promise<Applied> {
  const run = new Run();
  const kept = await keepOrganizations(services, organizations, run);
  for (const { stays, ...entry } of await vanished(services, organizations, kept)) {
    await run.attempt(`organizations (${entry.entryId})`, async () => {
      await endGroups(services, entry);
      return undefined;
    });
    if (!stays) await revokeOthers(services, entry.organization, { agentKeys: [], tokens: [] }, run);
  }
  // All of them first: a key may be in another organization of the file now, and keys have a quota.
  for (const { id, wanted } of kept) await revokeOthers(services, id, wanted, run);
  for (const { id, wanted, path } of kept) {
    const ctx = asFile(services, id);
    const [ofKey, ofToken] = [run.in(`${path}.agentKeys`), run.in(`${path}.tokens`)];
    for (const [index, key] of wanted.agentKeys.entries()) await ofKey(index, () => keepManagedKey(ctx, key));
    for (const [index, token] of wanted.tokens.entries())
      await ofToken(index, () => keepManagedToken(ctx, token));
  }
  return run.applied;
}

/**
 * Keeps channels, routes, rules, silences, views, and Redis Cloud and AWS accounts as the file has them. Each new account
 * is tried, which can take seconds. At the end, organizations that the file has no longer are given back to people.
 * @param isCurrent whether this file is still the newest. Once it is not, the rest is left to the one that is.
 */
export async function applySources(
  services: Services,
  organizations: Wanted,
  isCurrent: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<Applied> {
  const run = new Run();
  const kept = await keepOrganizations(services, organizations, run);
  for (const { id, wanted, path } of kept) {
    if (!(await isCurrent())) return run.applied;
    await keepObjects(services, id, wanted, path, run);
    await keepSources(services, id, wanted, path, run);
  }
  for (const { stays, ...entry } of await vanished(services, organizations, kept)) {
    if (!(await isCurrent())) return run.applied;
    const path = `organizations (${entry.entryId})`;
    const before = run.applied.failures.length;
    if (!stays) {
      await keepObjects(services, entry.organization, nothing, path, run);
      await keepSources(services, entry.organization, nothing, path, run);
    }
    if (run.applied.failures.length > before) continue;
    await run.attempt(path, async () => {
      await releaseOrganization(services, entry, stays);
      return "removed";
    });
  }
  return run.applied;
}

type WantedObjects = Pick<WantedOrganization, "channels" | "routes" | "rules" | "silences" | "views">;

/** Of an organization that the file has no longer. */
const nothing = {
  redisCloud: [],
  elastiCache: [],
  channels: [],
  rules: [],
  silences: [],
  views: [],
};

/** What messages, routes, rules, silences and lists of the organization come from the file. */
async function keepObjects(
  services: Services,
  id: OrganizationId,
  { channels, routes, rules, silences, views }: WantedObjects,
  path: string,
  run: Run,
): Promise<void> {
  const ctx = asFile(services, id);
  await keepManagedChannels(ctx, channels, run.in(`${path}.channels`));
  // Routes and rules name channels, and silences name rules.
  await keepManagedRoutes(ctx, routes, run.in(`${path}.routes`));
  await keepManagedRules(ctx, rules, run.in(`${path}.rules`));
  await keepManagedSilences(ctx, silences, run.in(`${path}.silences`));
  await keepManagedViews(ctx, views, run.in(`${path}.views`));
}

async function keepSources(
  services: Services,
  id: OrganizationId,
  { redisCloud, elastiCache }: Pick<WantedOrganization, "redisCloud" | "elastiCache">,
  path: string,
  run: Run,
): Promise<void> {
  const ctx = asFile(services, id);
  await keepManagedClouds(ctx, redisCloud, run.in(`${path}.redisCloud`));
  await keepManagedRoles(ctx, elastiCache, run.in(`${path}.elastiCache`));
}

async function keepOrganizations(services: Services, organizations: Wanted, run: Run): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (const [position, wanted] of organizations.entries()) {
    const path = `organizations[${position}]`;
    await run.attempt(path, async () => {
      const id = await keepOrganization(services, { ...wanted, position });
      const twin = kept.find((one) => one.id === id);
      if (twin) throw sameOrganization(twin.path);
      kept.push({ id, wanted, path });
      return undefined;
    });
  }
  return kept;
}

/**
 * The entries that the file has no longer, and whether another entry leads to the same organization. None while the
 * shared entry fails: it could be that other entry. Any other one that fails keeps nobody's rights.
 */
async function vanished(
  services: Services,
  organizations: Wanted,
  kept: readonly Kept[],
): Promise<(StoredEntry & { stays: boolean })[]> {
  if (organizations.some((one) => one.isShared && !kept.some(({ wanted }) => wanted === one))) return [];
  const wanted = new Set(organizations.map(({ entryId }) => entryId));
  const stored = await storedEntries(services);
  const leading = stored.filter(({ entryId }) => wanted.has(entryId));
  const ids = new Set([...kept.map(({ id }) => id), ...leading.map(({ organization }) => organization)]);
  return stored
    .filter(({ entryId, inFile }) => inFile === true && !wanted.has(entryId))
    .map((entry) => ({ ...entry, stays: ids.has(entry.organization) }));
}

/** Revokes the keys and the tokens of the file in an organization, but for those that it has. */
async function revokeOthers(
  services: Services,
  organization: OrganizationId,
  { agentKeys, tokens }: Pick<WantedOrganization, "agentKeys" | "tokens">,
  run: Run,
): Promise<void> {
  const wanted = new Set([...agentKeys.map(({ keyId }) => keyId), ...tokens.map(({ id }) => id)]);
  const ctx = asFile(services, organization);
  for (const { keyId, managedBy } of await rowsOf(services, organization)) {
    if (managedBy === undefined || wanted.has(keyId)) continue;
    await run.attempt(`agentKeys (${keyId})`, async () => {
      await revokeManagedKey(ctx, keyId);
      return "removed";
    });
  }
  for (const token of await managedTokensOf(services, organization)) {
    if (wanted.has(token.id)) continue;
    await run.attempt(`tokens (${token.id})`, async () => {
      await revokeManagedToken(ctx, token);
      return "removed";
    });
  }
}

const sameOrganization = (path: string) =>
  new Problem("conflict", `This is the same organization as ${path}. Keep one of the two entries.`, {
    code: "SAME_ORGANIZATION",
  });
