import { expect, test } from "vitest";
import { startProvider } from "../support/provider.ts";
import { namesSeenBy, newFolder, newKeys, reportOf, send, signIn, startIn, startServer } from "./process.ts";

const most = 200;
const killAfter = 60;

test(
  "SLF03 a server that is killed under load loses no report that it acknowledged",
  { timeout: 300_000 },
  async ({ onTestFinished }) => {
    const provider = await startProvider();
    onTestFinished(() => provider.stop());
    const first = await startIn(newFolder(), provider);
    const admin = await signIn(first, provider, "admin@example.com");
    const { keyOf } = await newKeys(admin, most);
    const acknowledged = new Set<string>();
    let next = 0;
    const sender = async () => {
      while (next < most) {
        const number = next++;
        const report = reportOf(number);
        const status = await send(first.apiUrl, keyOf(number), report);
        if (status === undefined) return; // the server is gone
        expect(status).toBe(202);
        acknowledged.add(report.deployments[0]?.name ?? "");
        if (acknowledged.size === killAfter) void first.stop("SIGKILL");
      }
    };
    await Promise.all(Array.from({ length: 8 }, sender));
    await first.stop("SIGKILL");
    expect(acknowledged.size).toBeGreaterThanOrEqual(killAfter);
    expect(acknowledged.size).toBeLessThan(most);

    await startServer(first.settings);
    const names = new Set(await namesSeenBy(admin));
    expect([...acknowledged].filter((name) => !names.has(name))).toEqual([]);
  },
);

test(
  "SLF03 a server that is asked to stop under load ends cleanly and loses nothing that it acknowledged",
  { timeout: 300_000 },
  async ({ onTestFinished }) => {
    const provider = await startProvider();
    onTestFinished(() => provider.stop());
    const server = await startIn(newFolder(), provider);
    const admin = await signIn(server, provider, "admin@example.com");
    const { keyOf } = await newKeys(admin, most);
    const acknowledged = new Set<string>();
    let next = 0;
    let exit: Promise<number | null> | undefined;
    const sender = async () => {
      while (next < most) {
        const number = next++;
        const report = reportOf(number);
        const status = await send(server.apiUrl, keyOf(number), report);
        if (status === undefined) return;
        expect(status).toBe(202);
        acknowledged.add(report.deployments[0]?.name ?? "");
        if (acknowledged.size === killAfter) exit = server.stop();
      }
    };
    await Promise.all(Array.from({ length: 8 }, sender));
    expect(await exit).toBe(0);
    expect(server.output()).not.toMatch(/"level":"error"/);
    await startServer(server.settings);
    const names = new Set(await namesSeenBy(admin));
    expect([...acknowledged].filter((name) => !names.has(name))).toEqual([]);
  },
);
