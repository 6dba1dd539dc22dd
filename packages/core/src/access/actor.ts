import type { Role } from "../contract/roles.ts";

/** A signed-in person, as the database knows them at this request. */
export interface MemberActor {
  kind: "member";
  accountId: string;
  organizationId: string | null;
  roles: readonly Role[];
}

/** The account that created a source of deployments. */
export interface Creator {
  accountId: string;
  /** Whether it was an admin of the organization, or a super admin, when it created the source. */
  isManager: boolean;
}

/** A customer's agent, by its key. */
export interface AgentActor {
  kind: "agent";
  keyId: string;
  organizationId: string;
  /** The organization that the key was created in: the ids of its deployments follow from it for ever. */
  originId: string;
  /** How many deployments have been created with this key so far. */
  created: number;
  /** Who created the key; undefined for a key from before that was stored beside its secret. */
  creator: Creator | undefined;
}

export interface NobodyActor {
  kind: "nobody";
}

export type Actor = MemberActor | AgentActor | NobodyActor;
