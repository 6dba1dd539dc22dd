import { authenticate } from "@shardwatch/core/agent-key/agent-key";
import { findSources } from "@shardwatch/core/sources";
import type { AgentActor } from "@shardwatch/core/access/actor";
import type { AgentContext, MemberContext } from "@shardwatch/core/access/context";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { get } from "@shardwatch/core/deployment/read/get";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { remove } from "@shardwatch/core/deployment/lifecycle/remove";
import { Problem } from "@shardwatch/core/kit/problem";
import { Secret } from "@shardwatch/core/kit/secret";
import { record } from "@shardwatch/core/report/report";
import type { Table } from "@shardwatch/core/table/table";
import { reportOf } from "./reports.ts";
import { createKey, signUp, type World } from "./world.ts";

export interface Place {
  organization: string;
  /** Reports these as an agent, measured at a time. */
  report: (
    table: Table,
    agent: string,
    deployments: ReportedDeployment[],
    measuredAt: number,
  ) => Promise<void>;
  /** Deletes a deployment; does nothing when there is none. */
  remove: (table: Table, name: string) => Promise<void>;
  /** The visible name of a deployment; undefined when there is none. */
  shown: (name: string) => Promise<string | undefined>;
}

/** A new organization with verbs that run on any table. */
export async function place(world: World): Promise<Place> {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const agentActor = (await authenticate(world.services, new Secret(compositeKey))) as AgentActor;
  const organization = person.organizationId;
  const member = (table: Table): MemberContext => ({
    ...world.services,
    table,
    actor: {
      kind: "member",
      accountId: person.accountId,
      organizationId: organization,
      roles: ["ORG_ADMIN"],
    },
    requestId: "test",
  });
  const idOf = (name: string) => deploymentId(organization, "agent", name);
  const notFound = (error: unknown) => {
    if (!(error instanceof Problem) || error.kind !== "notFound") throw error;
    return undefined;
  };
  return {
    organization,
    async report(table, agent, deployments, measuredAt) {
      const ctx: AgentContext = { ...world.services, table, actor: agentActor, requestId: "test" };
      const fields = {
        agent: { id: agent.padEnd(12, "0"), version: "1" },
        measuredAt: new Date(measuredAt).toISOString(),
      };
      await record(ctx, reportOf(world, deployments, fields));
    },
    async remove(table, name) {
      await remove(member(table), idOf(name)).catch(notFound);
    },
    async shown(name) {
      return (await get(member(world.services.table), idOf(name), findSources).catch(notFound))?.name;
    },
  };
}
