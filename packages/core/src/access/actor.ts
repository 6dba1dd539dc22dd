import type { TokenScope } from "../contract/token/scopes.ts";
import type { Role } from "../contract/people/roles.ts";

/** A signed-in person, from the database at this request. */
export interface MemberActor {
  kind: "member";
  accountId: string;
  organizationId: string | null;
  roles: readonly Role[];
  /** Set where the request came with their session at a command line. */
  commandLine?: CommandLine;
}

/** A person's session at a command line. */
export interface CommandLine {
  sessionId: string;
  /** The roles of their account. The session may have fewer. */
  storedRoles: readonly Role[];
}

/** The roles as the account's row has them: for conditions on it. */
export const storedRoles = ({ roles, commandLine }: MemberActor): readonly Role[] =>
  commandLine?.storedRoles ?? roles;

/** The account that created a source of deployments. */
export interface Creator {
  accountId: string;
  /** Whether it was an admin of the organization, or a super admin, when it created the source. */
  isManager: boolean;
}

/** A customer's agent, identified by its key. */
export interface AgentActor {
  kind: "agent";
  keyId: string;
  organizationId: string;
  /**
   * The organization that the key was created in. The ids of its deployments are derived from it permanently.
   */
  originId: string;
  /** How many deployments have been created with this key so far. */
  created: number;
  /** Who created the key. Undefined for a key from before credentials stored it. */
  creator: Creator | undefined;
  /** Which secret of the key it used, counted by the key's rotations: 0 for the first. */
  secretNumber: number;
}

/** The configuration file of the installation, for one of the organizations that it names. */
export interface FileActor {
  kind: "file";
  organizationId: string;
}

/** A program with an API token of an organization. It is no person: it has scopes, and no role. */
export interface TokenActor {
  kind: "token";
  tokenId: string;
  organizationId: string;
  /** The token's name, for the audit. */
  name: string;
  scopes: readonly TokenScope[];
  /** Whether it came with the secret before the last rotation. */
  isFormer: boolean;
}

export interface NobodyActor {
  kind: "nobody";
}

/** Who may create, change and remove agent keys and integrations. */
export type SourceActor = ReaderActor | FileActor;

/** Who may look at an organization: a person, or a program with a token. */
export type ReaderActor = MemberActor | TokenActor;

export type Actor = SourceActor | AgentActor | NobodyActor;
