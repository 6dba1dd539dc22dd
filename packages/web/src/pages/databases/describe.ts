import type { DatabaseRow } from "@shardwatch/core/contract/deployment/database";
import { fields } from "@shardwatch/core/contract/filter/fields";
import { type Concern, concernOfStatus } from "@shardwatch/core/contract/filter/severity";
import { shownAs } from "../../sources/index.ts";

/** Identifies a database among those of an organization. */
export const keyOf = ({ deploymentId, id }: Pick<DatabaseRow, "deploymentId" | "id">) =>
  `${deploymentId} ${id}`;

/** "Redis 7.2.4", "Valkey", "7.2.4". Undefined while neither is known. */
export function engineText({ engine, version }: DatabaseRow): string | undefined {
  const name = engine === null ? "" : fields.engine.show({ word: engine });
  return `${name} ${version ?? ""}`.trim() || undefined;
}

/** Statuses with which a source cannot read a database, in words. */
const unread: Partial<Record<Concern, string>> = {
  unreachable: "can't reach the database",
  denied: "has no access to the database",
  pending: "hasn't read this database yet",
};

/** Why a fact of a database is not known: "Agent reports no region." */
export function whyUnknown(fact: string, { source, status }: Pick<DatabaseRow, "source" | "status">): string {
  const reason = unread[concernOfStatus(status)];
  return `${shownAs(source).label} ${reason === undefined ? `reports no ${fact}` : `${reason}: ${fact} unknown`}.`;
}
