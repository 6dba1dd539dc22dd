import type { MemberContext, Services } from "@shardwatch/core/access/context";
import { ownOrganization } from "@shardwatch/core/access/scope";
import { byId } from "@shardwatch/core/account/account";
import { create, revoke } from "@shardwatch/core/agent-key/agent-key";
import { reportAccepted } from "@shardwatch/core/contract/report/accepted";
import type { Report } from "@shardwatch/core/contract/report/report";
import { parseAgentKey } from "@shardwatch/core/kit/composite-key";
import { Problem } from "@shardwatch/core/kit/problem";
import { minute } from "@shardwatch/core/kit/time";
import { everyItem } from "../seed/past-once.ts";
import { as } from "../seed/people.ts";
import { demoKeys, demoReport } from "./demo-report.ts";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";

const schema = z.array(
  z.object({
    organizationId: z.string(),
    /** Who asked for it, and created its agent key. */
    accountId: z.string(),
    compositeKey: z.string(),
    /** Unix epoch in milliseconds. */
    startedAt: z.number(),
    /** The deployments by their id, with the key in the report. Those that were deleted are gone. */
    deployments: z.record(z.string(), z.string()),
  }),
);
/** The demo data of one organization. */
type Kept = z.infer<typeof schema>[number];

/** What a former run kept; nothing when there is no such file. */
const readKept = (file: string): Kept[] =>
  existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, "utf8"))) : [];

/** Keeps it for the next run. Only the user of this machine can read the keys. */
function keep(file: string, all: readonly Kept[]): void {
  const next = `${file}.new`;
  writeFileSync(next, JSON.stringify(all, null, 2), { mode: 0o600 });
  renameSync(next, file);
}

const keyName = "Demo data";

export interface DemoDataOptions {
  services: Services;
  /** Answers calls like the API that agents report to. */
  send: (request: Request) => Response | Promise<Response>;
  /** Keeps the agent keys over a restart. */
  file: string;
}

/**
 * Adds demo data for a person who asks for it. It creates an agent key of theirs, and reports to the API with
 * it like a real agent. It ends when the deployments are deleted or the key is revoked.
 */
export class DemoData {
  private readonly services: Services;
  private readonly send: DemoDataOptions["send"];
  private readonly file: string;
  private all: Kept[];
  private last: Promise<unknown> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor({ services, send, file }: DemoDataOptions) {
    this.services = services;
    this.send = send;
    this.file = file;
    this.all = readKept(file);
  }

  /** Reports once a minute from now on. */
  start(): void {
    void this.report();
    this.timer = setInterval(() => void this.report(), minute);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.last.catch(() => undefined);
  }

  /**
   * Adds the demo data to the caller's organization. Throws conflict when it has deployments. A second call
   * changes nothing.
   */
  add(ctx: MemberContext): Promise<void> {
    return this.inTurn(async () => {
      const organizationId = ownOrganization(ctx.actor);
      const before = this.all.find((each) => each.organizationId === organizationId);
      // Its deployments may have been deleted since the last report.
      if (before && (await this.isKept(before))) return;
      if (organizationId && (await idsIn(ctx, organizationId)).size > 0)
        throw new Problem("conflict", "Your organization already has deployments.");
      const { compositeKey } = await create(ctx, keyName);
      const startedAt = ctx.clock.now();
      const accepted = await this.firstReport(ctx, compositeKey, startedAt);
      if (!organizationId || !accepted) throw new Error("the API refused the key of the demo data");
      const deployments = Object.fromEntries(accepted.deployments.map(({ id, key }) => [id, key]));
      const { accountId } = ctx.actor;
      this.change([...this.all, { organizationId, accountId, compositeKey, startedAt, deployments }]);
    });
  }

  /** Whether there is still something to report for an organization; forgets it if not. */
  private async isKept(kept: Kept): Promise<boolean> {
    const after = await this.reportOne(kept);
    this.change([...this.all.filter((each) => each !== kept), ...after]);
    return after.length > 0;
  }

  /** The answer to the first report. A key that nothing reports with is revoked again. */
  private async firstReport(ctx: MemberContext, compositeKey: string, startedAt: number) {
    try {
      return await this.post(compositeKey, demoReport(demoKeys, { at: startedAt, startedAt }));
    } catch (error) {
      await revokeKey(ctx, compositeKey);
      throw error;
    }
  }

  /** One report for each organization. A deployment that was deleted is not reported again. */
  report(): Promise<void> {
    return this.inTurn(async () => {
      const next: Kept[] = [];
      for (const each of this.all) next.push(...(await this.tryReport(each)));
      this.change(next);
    });
  }

  /** What fails now is tried again a minute later. */
  private async tryReport(kept: Kept): Promise<Kept[]> {
    try {
      return await this.reportOne(kept);
    } catch (error) {
      this.services.log.warn("the demo data could not be reported", { error });
      return [kept];
    }
  }

  private async reportOne(kept: Kept): Promise<Kept[]> {
    const account = await byId(this.services, kept.accountId);
    if (account?.organizationId !== kept.organizationId) return [];
    const ctx = as(this.services, account);
    const existing = await idsIn(ctx, kept.organizationId);
    const deployments = Object.fromEntries(
      Object.entries(kept.deployments).filter(([id]) => existing.has(id)),
    );
    const keys = Object.values(deployments);
    if (keys.length === 0) {
      await revokeKey(ctx, kept.compositeKey);
      return [];
    }
    const report = demoReport(keys, { at: this.services.clock.now(), startedAt: kept.startedAt });
    return (await this.post(kept.compositeKey, report)) ? [{ ...kept, deployments }] : [];
  }

  /** The answer to a report; undefined when the key was revoked. Throws when the API cannot take it now. */
  private async post(compositeKey: string, report: Report) {
    const headers = { authorization: `Bearer ${compositeKey}`, "content-type": "application/json" };
    const body = JSON.stringify(report);
    const request = new Request("http://localhost/agent/reports", { method: "POST", headers, body });
    const answer = await this.send(request);
    if (answer.status === 401) return undefined;
    if (answer.status !== 202) throw new Error(`the API answered a report with ${answer.status}`);
    return reportAccepted.parse(await answer.json());
  }

  private change(next: Kept[]): void {
    if (JSON.stringify(next) === JSON.stringify(this.all)) return;
    this.all = next;
    keep(this.file, next);
  }

  /** One after the other, so that two calls make no two keys. */
  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.last.then(work, work);
    this.last = turn;
    return turn;
  }
}

/** The ids of all deployments of an organization. */
const idsIn = async (ctx: MemberContext, organizationId: string): Promise<Set<string>> =>
  new Set((await everyItem(ctx, organizationId)).map(({ id }) => id));

/** Revokes a key. One that is gone stays so. */
async function revokeKey(ctx: MemberContext, compositeKey: string): Promise<void> {
  const keyId = parseAgentKey(compositeKey)?.keyId;
  if (keyId === undefined) return;
  try {
    await revoke(ctx, keyId);
  } catch (error) {
    if (!(error instanceof Problem && error.kind === "notFound")) throw error;
  }
}
