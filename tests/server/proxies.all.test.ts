import { afterAll, beforeAll, expect, test } from "vitest";
import { type Provider, startProvider } from "../support/provider.ts";
import { newFolder, type ServerProcess, signIn, startIn } from "./process.ts";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

/** The address that the audit has for a key that was created with this header. */
async function auditedAddress(server: ServerProcess, forwarded: string): Promise<string | undefined> {
  const admin = await signIn(server, provider, "admin@example.com");
  const [session] = admin.sessionCookie.split(";");
  const headers = {
    origin: server.webUrl,
    cookie: session ?? "",
    "content-type": "application/json",
    "x-forwarded-for": forwarded,
  };
  const body = JSON.stringify({ name: "Behind a proxy" });
  const created = await fetch(`${server.apiUrl}/access-key`, { method: "POST", headers, body });
  expect(created.status).toBe(201);
  const answer = await admin.call("GET", "/audit?limit=20");
  const text = await answer.text();
  const { events } = JSON.parse(text) as { events: { action: string; address?: string | null }[] };
  return events.find(({ action }) => /key/i.test(action))?.address ?? undefined;
}

test(
  "SLF03 the audit names the caller behind a trusted proxy, and never what the caller writes",
  { timeout: 300_000 },
  async () => {
    const forwarded = "203.0.113.66, 198.51.100.7";
    const careful = await startIn(newFolder(), provider);
    expect(await auditedAddress(careful, forwarded)).toMatch(/^(127\.0\.0\.1|::1)$/);
    const behind = await startIn(newFolder(), provider, { TRUSTED_PROXIES: "127.0.0.0/8, ::1" });
    expect(await auditedAddress(behind, forwarded)).toBe("198.51.100.7");
  },
);
