import { createIdentityProvider } from "@shardwatch/core/adapters/identity/provider";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import { createProviderSimulator } from "@shardwatch/local/simulators/provider/app";
import { impatience, patience } from "./patience.ts";
import { serve } from "./serve.ts";
import { webOrigin } from "./world.ts";

export interface Provider {
  apiUrl: string;
  identity: IdentityProvider;
  /** Signs in at the provider; returns its session cookie's value. */
  signIn(email: string, password?: string): Promise<string>;
  control(settings: Record<string, unknown>): Promise<void>;
  endSessions(): Promise<void>;
  stop(): Promise<void>;
}

export const demoPassword = "shardwatch-demo";

/** The provider's simulator, and the real adapter for it, which soon gives up on a provider that hangs. */
export async function startProvider(): Promise<Provider> {
  const simulator = createProviderSimulator({ webOrigin });
  const server = await serve((request) => simulator.fetch(request));
  const base = server.url;
  const apiUrl = `${base}/api/v1`;
  const patient = createIdentityProvider({ apiUrl, deadline: patience });
  const impatient = createIdentityProvider({ apiUrl, deadline: impatience });
  let hangs = false;
  const adapter = () => (hangs ? impatient : patient);
  const json = { "content-type": "application/json" };
  return {
    apiUrl,
    identity: {
      ...patient,
      whoIs: (session) => adapter().whoIs(session),
      signOut: (session) => adapter().signOut(session),
    },
    signIn: async (email, password = demoPassword) => {
      const body = JSON.stringify({ username: email, password, auth_mode: "direct", origin: webOrigin });
      const answer = await fetch(`${apiUrl}/login`, { method: "POST", headers: json, body });
      const [, session] = /JSESSIONID=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
      if (!session) throw new Error(`the provider answered ${answer.status} without a session`);
      return session;
    },
    control: async (settings) => {
      if ("mode" in settings) hangs = settings["mode"] === "hanging";
      await fetch(`${base}/control/state`, { method: "POST", headers: json, body: JSON.stringify(settings) });
    },
    endSessions: async () => {
      await fetch(`${base}/control/end-sessions`, { method: "POST" });
    },
    stop: () => server.stop(),
  };
}
