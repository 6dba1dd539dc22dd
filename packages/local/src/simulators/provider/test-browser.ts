import { createProviderSimulator } from "./app.ts";
import type { ProviderOptions } from "./state.ts";

export const webOrigin = "http://localhost:5173";
const siteOrigin = "http://localhost";

/** A request as a page of that origin makes it; without one as a program does. */
export type From = { origin?: string };

/** A provider with somebody who visits it and keeps its cookies, as a browser does. */
export function openBrowser(options: Partial<ProviderOptions> = {}) {
  const provider = createProviderSimulator({ webOrigin, ...options });
  const jar = new Map<string, string>();

  async function send(path: string, init: RequestInit = {}, headers: Record<string, string> = {}) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = { ...headers, ...(cookie ? { cookie } : {}) };
    const answer = await provider.request(path, { ...init, headers: all });
    for (const text of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (value) jar.set(name, decodeURIComponent(value));
      else jar.delete(name);
    }
    return answer;
  }

  const get = (path: string) => send(path, {}, { "x-csrf-token": jar.get("csrf_token") ?? "" });

  /** A call of the web application's script. */
  const post = (path: string, body: unknown) =>
    send(
      path,
      { method: "POST", body: JSON.stringify(body) },
      {
        "content-type": "application/json",
        origin: webOrigin,
        "x-csrf-token": jar.get("csrf_token") ?? "",
      },
    );

  /** A form of the provider's own pages. */
  const submit = (path: string, fields: Record<string, string>, { origin = siteOrigin }: From = {}) =>
    send(path, { method: "POST", body: new URLSearchParams(fields) }, { origin });

  const login = (username: string, password = "shardwatch-demo", more: object = {}) =>
    post("/api/v1/login", { username, password, auth_mode: "direct", origin: webOrigin, ...more });

  async function control(state: Record<string, unknown>) {
    const body = JSON.stringify(state);
    const answer = await provider.request("/control/state", { method: "POST", body });
    if (answer.status !== 200) throw new Error(`the control answered ${answer.status}`);
  }

  const me = () => get("/api/v1/users/me");

  return { provider, jar, send, get, post, submit, login, control, me };
}

/** The content of an answer, for expectations. */
export const contentOf = async (answer: Response): Promise<unknown> => await answer.json();
