import { createIdentityProvider } from "@shardwatch/core/adapters/provider";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import { freePort, host } from "@shardwatch/server/machine/ports";
import { startServer } from "@shardwatch/local/server";
import { createProviderSimulator } from "@shardwatch/local/simulators/provider/app";
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

/** The provider's simulator on a free port, and the real adapter for it, with a short deadline. */
export async function startProvider(deadline = 400): Promise<Provider> {
  const port = await freePort();
  const simulator = createProviderSimulator({ webOrigin });
  const server = await startServer({
    name: "the provider",
    port,
    variable: "PROVIDER_PORT",
    fetch: (request) => simulator.fetch(request),
  });
  const base = `http://${host}:${port}`;
  const apiUrl = `${base}/api/v1`;
  const json = { "content-type": "application/json" };
  return {
    apiUrl,
    identity: createIdentityProvider({ apiUrl, deadline }),
    signIn: async (email, password = demoPassword) => {
      const body = JSON.stringify({ username: email, password, auth_mode: "direct", origin: webOrigin });
      const answer = await fetch(`${apiUrl}/login`, { method: "POST", headers: json, body });
      const [, session] = /JSESSIONID=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
      if (!session) throw new Error(`the provider answered ${answer.status} without a session`);
      return session;
    },
    control: async (settings) => {
      await fetch(`${base}/control/state`, { method: "POST", headers: json, body: JSON.stringify(settings) });
    },
    endSessions: async () => {
      await fetch(`${base}/control/end-sessions`, { method: "POST" });
    },
    stop: () => server.stop(),
  };
}
