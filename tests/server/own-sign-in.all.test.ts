import { expect, test } from "vitest";
import { linkIn, settingsAlone, use } from "./alone.ts";
import { newFolder, runBeside, startServer } from "./process.ts";

test(
  "SLF10 a server with an account prints no link when it starts again, also after a kill, and its command knows the account",
  { timeout: 240_000 },
  async () => {
    const settings = await settingsAlone(newFolder());
    const server = await startServer(settings);
    expect((await use(server, linkIn(server.output()) ?? "", "ada@example.com")).status).toBe(200);
    await server.stop();
    const again = await startServer(settings);
    expect(linkIn(again.output())).toBeUndefined();
    await again.stop("SIGKILL");
    const later = await startServer(settings);
    const known = await runBeside(["link", "ada@example.com"], settings);
    expect([known.status, known.stderr]).toEqual([0, ""]);
    expect(known.stdout).toContain('It signs in to the organization "Our organization".');
    await later.stop();
  },
);
