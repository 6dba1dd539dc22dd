import type { Visitor } from "./visitor.ts";

/** Our client, as it is registered at a provider. */
export interface ClientAt {
  id: string;
  secret: string;
  callbackUrl: string;
  signedOutUrl: string;
  /** Whether it may send its secret in the header only. LemonLDAP::NG has no such setting. */
  headerOnly?: boolean;
}

/** A provider of others, with two people. */
export interface TriedProvider {
  issuer: string;
  admin: { name: string; email: string; group: string };
  viewer: { name: string; email: string };
  /** Signs in at its page. Returns where it leads. */
  signIn(visitor: Visitor, address: string, person: string): Promise<string>;
  /** Signs out at its page. Returns where it leads. */
  signOut(visitor: Visitor, address: string): Promise<string>;
  /** Whether it asks who the person is. With a session of its own it doesn't. */
  asksWho(visitor: Visitor, address: string): Promise<boolean>;
  /** How many refresh tokens it would take. LemonLDAP::NG can revoke none. */
  liveTokens?(): number;
  stop(): Promise<void>;
}
