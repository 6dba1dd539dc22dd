import type { AddressRules } from "../contract/channel/webhook-address.ts";
import type { AccountApis } from "../ports/accounts.ts";
import type { Clock } from "../ports/clock.ts";
import type { IdentityProvider } from "../ports/identity.ts";
import type { Log } from "../ports/log.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Queue } from "../ports/queue.ts";
import type { Random } from "../ports/random.ts";
import type { RoleTrials } from "../ports/role-trials.ts";
import type { Vault } from "../ports/vault.ts";
import type { WebAuthentication } from "../ports/web-authentication.ts";
import type { Webhooks } from "../ports/webhooks.ts";
import type { Table } from "../table/table.ts";
import type {
  Actor,
  AgentActor,
  FileActor,
  MemberActor,
  ReaderActor,
  SourceActor,
  TokenActor,
} from "./actor.ts";

/** The ports that every verb gets. A compose file builds them once per process. */
export interface Services {
  table: Table;
  clock: Clock;
  random: Random;
  log: Log;
  identity: IdentityProvider;
  queue: Queue;
  vault: Vault;
  accounts: AccountApis;
  roleTrials: RoleTrials;
  webhooks: Webhooks;
  mailer: Mailer;
  webAuthentication: WebAuthentication;
  settings: Settings;
}

export interface Settings {
  environment: "local" | "preview" | "production";
  /** Whether the API's host has a domain to itself, so that https may be required of all names below it. */
  ownsSubdomains?: boolean;
  /** The only origin that browsers may call from, e.g. https://shardwatch.example. */
  webOrigin: string;
  /** Where programs reach the API, e.g. https://api.shardwatch.example. */
  apiOrigin: string;
  /** Which addresses webhooks may have. */
  webhookAddresses: AddressRules;
  version: string;
  /**
   * Lower-case emails that become super admins at their first sign-in, or at a later one while there is no
   * super admin.
   */
  superAdminEmails: readonly string[];
  /**
   * The name of the one organization that people enter at their first sign-in. Absent where each of them gets one
   * of their own.
   */
  sharedOrganization?: string | undefined;
  /** Whether people are invited by their email alone, whether they have an account or not. */
  inviteAnyone?: boolean;
  /** Whether there is a mail server for links. */
  mailsLinks?: boolean;
  /** Whether AWS accounts can be connected. */
  elastiCache: boolean;
  /** False for readers that may not store what they have computed; the next ones compute it again. */
  storesDerived?: boolean;
  /** Our own AWS account, twelve digits; undefined when it is not known. Its roles may not be connected. */
  awsAccountId?: string | undefined;
  /**
   * Seconds until an agent should report next.
   * @param now Unix epoch in milliseconds
   */
  reportIntervalSeconds(now: number): number;
}

/** Where a request came from, for the audit. */
export interface Origin {
  /** The IP address of the connection. */
  address?: string | undefined;
  /** What the browser or the program calls itself: the request's User-Agent. */
  client?: string | undefined;
}

/** The first argument of every verb: services, the caller and the request id. */
export interface Context<A extends Actor = Actor> extends Services {
  actor: A;
  requestId: string;
  origin?: Origin | undefined;
}

export type MemberContext = Context<MemberActor>;
export type TokenContext = Context<TokenActor>;
export type ReaderContext = Context<ReaderActor>;
export type AgentContext = Context<AgentActor>;
export type FileContext = Context<FileActor>;
export type SourceContext = Context<SourceActor>;
