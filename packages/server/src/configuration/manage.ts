import type { Services } from "@shardwatch/core/access/context";
import { minute } from "@shardwatch/core/kit/time";
import { applyKeys, applySources } from "@shardwatch/core/managed/apply";
import type { Applied } from "@shardwatch/core/managed/configuration";
import { currentFile, rememberFile } from "@shardwatch/core/managed/current-file";
import { storedEntries } from "@shardwatch/core/organization/managed";
import { endWithin } from "../machine/cleanup.ts";
import { describeFailure } from "../machine/failure.ts";
import type { OpenedFile } from "./open.ts";

/** Entries that failed are tried again after this time: a third party may be back, or a role may be mended. */
const retryAfter = 5 * minute;

export interface Management {
  /** Begins what asks third parties. */
  begin(): void;
  /** Reads the file again. A wrong file changes nothing and is logged. */
  reload(): void;
  /** Ends it; waits for a run at hand, for a bounded time. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Keeps the installation as its configuration file has it. Organizations, agent keys and tokens are there when it returns.
 * @param open reads the file
 * @throws StartFailure when the file is wrong
 */
export async function manageByFile(
  services: Services,
  open: () => OpenedFile,
  retryMs = retryAfter,
): Promise<Management> {
  const { log } = services;
  let file = open();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** Runs come one after the other. */
  let running: Promise<void> = Promise.resolve();

  async function applyAll(): Promise<void> {
    clearTimeout(timer);
    const failed = await applyOnce(services, file).catch((error: unknown) => {
      log.error("the configuration file could not be applied", { error });
      return true;
    });
    if (failed && !isStopped) timer = setTimeout(() => queue(retry), retryMs).unref();
  }

  async function retry(): Promise<void> {
    // Another replica may have a newer file. It must not be undone with ours.
    if ((await currentFile(services)) === file.hash) await applyAll();
  }

  async function reread(): Promise<void> {
    clearTimeout(timer);
    try {
      file = open();
    } catch (error) {
      const because = describeFailure(error);
      return log.error("the configuration file is wrong, and nothing was changed", { because });
    }
    try {
      await rememberFile(services, file.hash);
    } catch (error) {
      log.error("the configuration file could not be applied", { error });
      if (!isStopped) timer = setTimeout(() => queue(reread), retryMs).unref();
      return;
    }
    await applyAll();
  }

  function queue(work: () => Promise<void>): void {
    if (isStopped) return;
    running = running.then(work).catch((error: unknown) => {
      log.error("the configuration file could not be read again", { error });
    });
  }

  await rememberFile(services, file.hash);
  report(services, "keys", await applyKeys(services, file.organizations));
  return {
    begin: () => queue(applyAll),
    reload: () => queue(reread),
    async stop(graceMs) {
      isStopped = true;
      clearTimeout(timer);
      await endWithin(running, graceMs);
    },
  };
}

/** Returns whether an entry failed that another try may help. */
async function applyOnce(services: Services, { organizations, hash }: OpenedFile): Promise<boolean> {
  const keys = await applyKeys(services, organizations);
  // Accounts take seconds each, so another replica may have read a newer file by then.
  const isCurrent = async () => (await currentFile(services)) === hash;
  const sources = await applySources(services, organizations, isCurrent);
  const both = { ...sum(keys, sources), failures: failuresOf(keys, sources) };
  report(services, "all", both);
  return both.failures.some(({ isLasting }) => !isLasting);
}

const sum = (left: Applied, right: Applied) => ({
  created: left.created + right.created,
  changed: left.changed + right.changed,
  removed: left.removed + right.removed,
});

/** The failures of two runs. An organization that fails, fails in both. */
const failuresOf = (left: Applied, right: Applied): Applied["failures"] => [
  ...new Map([...left.failures, ...right.failures].map((one) => [`${one.path} ${one.code}`, one])).values(),
];

function report({ log }: Services, part: "keys" | "all", { failures, ...counts }: Applied): void {
  for (const failure of failures) log.error("an entry of the configuration file failed", { ...failure });
  log.info("configuration file applied", { part, ...counts, failed: failures.length });
}

/** Says so when the file is missing that manages things here: nobody could change them. */
export async function warnWithoutFile(services: Services): Promise<void> {
  const entries = (await storedEntries(services)).filter(({ inFile }) => inFile === true);
  if (entries.length === 0) return;
  services.log.warn("SHARDWATCH_CONFIG is not set, but a configuration file manages organizations", {
    entries: entries.map(({ entryId }) => entryId),
  });
}
