import { join } from "node:path";
import { type CloudAccounts, createCloudAccounts } from "./cloud-accounts.ts";
import { type Faults, noFaults } from "./faults.ts";
import { createMailbox, type Mailbox } from "../mailbox.ts";
import { createRegistry, type Registry } from "./registry.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSignIn, type SignIn } from "./sign-in.ts";

export interface ProviderOptions {
  /** The only origin that browsers may call from, and that a sign-in may lead back to. */
  webOrigin: string;
  /** The folder that keeps sessions, people and keys over a restart; in memory without it. */
  folder?: string;
  /** Name of the cookie with the CSRF token. No source documents the real one. */
  csrfCookie?: string;
  now?: () => number;
}

/** Everything that the provider knows, shared by its API and its pages. */
export interface ProviderState {
  webOrigin: string;
  csrfCookie: string;
  now: () => number;
  faults: Faults;
  sessions: Sessions;
  registry: Registry;
  accounts: CloudAccounts;
  signIn: SignIn;
  /** The mails that Shardwatch has sent. */
  mailbox: Mailbox;
}

export function createState(options: ProviderOptions): ProviderState {
  const { webOrigin, folder, csrfCookie = "csrf_token", now = Date.now } = options;
  const file = (name: string) => folder && join(folder, name);
  const faults = { ...noFaults };
  const sessions = createSessions(now, file("provider.json"));
  const registry = createRegistry(now, file("provider-people.json"));
  const accounts = createCloudAccounts(faults, file("provider-accounts.json"));
  const signIn = createSignIn({ sessions, registry, faults });
  const mailbox = createMailbox(now, file("mails.json"));
  return { webOrigin, csrfCookie, now, faults, sessions, registry, accounts, signIn, mailbox };
}
