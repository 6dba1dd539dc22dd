import type { ServerProcess } from "../server/process.ts";

/** What a browser does for a person: it keeps cookies for each host, and sends forms. It follows no redirect by itself. */
export class Visitor {
  readonly #jars = new Map<string, Map<string, string>>();

  async open(address: string, init: RequestInit = {}): Promise<Response> {
    const jar = this.#jarOf(address);
    const headers = new Headers(init.headers);
    headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(address, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (isOver(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  async send(method: string, address: string, body: unknown): Promise<Response> {
    const headers = { "content-type": "application/json" };
    return await this.open(address, { method, headers, body: JSON.stringify(body) });
  }

  /** Sends the form of a page as it is, with what a person has filled in. */
  async submit(page: string, at: string, filledIn: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ ...hiddenFields(page), ...filledIn });
    const [, action = ""] = /<form[^>]*\saction="([^"]*)"/.exec(page) ?? [];
    const address = new URL(action.startsWith("#") ? "" : decoded(action), at);
    return await this.open(address.href, { method: "POST", body });
  }

  /** Calls our API as the web application does. */
  async call({ webUrl, apiUrl }: ServerProcess, method: string, path: string): Promise<Response> {
    return await this.open(`${apiUrl}${path}`, { method, headers: { origin: webUrl } });
  }

  /** Browsers keep cookies for a host, whatever its port. */
  #jarOf(address: string): Map<string, string> {
    const { hostname } = new URL(address);
    const jar = this.#jars.get(hostname) ?? new Map<string, string>();
    this.#jars.set(hostname, jar);
    return jar;
  }
}

function isOver(cookie: string): boolean {
  const [, seconds] = /;\s*max-age=(-?\d+)/i.exec(cookie) ?? [];
  if (seconds !== undefined) return Number(seconds) <= 0;
  const [, end] = /;\s*expires=([^;]+)/i.exec(cookie) ?? [];
  return end !== undefined && Date.parse(end) <= Date.now();
}

function hiddenFields(page: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag] of page.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const [, name] = /\sname="([^"]*)"/.exec(tag) ?? [];
    const [, value = ""] = /\svalue="([^"]*)"/.exec(tag) ?? [];
    if (name !== undefined) fields[name] = decoded(value);
  }
  return fields;
}

const decoded = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll(/&#39;|&#x27;/g, "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** Where an answer leads. Throws with the page when it leads nowhere. */
export async function locationOf(response: Response): Promise<string> {
  const location = response.headers.get("location");
  if (location === null)
    throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return new URL(location, response.url).href;
}
