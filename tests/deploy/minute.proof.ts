import { startRedisServer } from "@shardwatch/agent/test/redis-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKey, Images, isListed, seconds } from "./images.ts";
import { lastingPort, until } from "./waiting.ts";

let images: Images;
beforeAll(() => {
  images = new Images();
});
afterAll(() => images.remove());

test("P31 SLF10 from the image with its address alone, over the link in its log, to a watched Redis", async () => {
  const redis = await startRedisServer({ args: ["--maxmemory", "100mb"] });
  images.atEnd(() => redis.stop());
  const volume = images.newVolume("data");
  const page = await (await images.openBrowser()).newPage();
  const port = await lastingPort();
  const origin = `http://localhost:${port}`;

  const begin = performance.now();
  const container = await images.startServer(port, {
    // The port is free here only by chance, so it is set, too.
    environment: { PUBLIC_URL: origin, PORT: String(port) },
    volumes: { "/var/lib/shardwatch": volume },
  });
  const ready = seconds(begin);
  const link = () => /https?:\/\/\S+\/sign-in#[\w-]{43}/.exec(container.output())?.[0];
  await until(
    () => link() !== undefined,
    () => `the log has the first link:\n${container.output()}`,
  );
  await page.goto(link() ?? "");
  await page.getByLabel("Your email").fill("ada@example.com");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Not now" }).click();
  await page.getByRole("link", { name: "Set up the agent" }).click();
  await page.getByLabel("API key name").waitFor();
  const signedIn = seconds(begin);
  const watcher = images.run("agent", {
    environment: {
      SHARDWATCH_API: `${origin}/api`,
      SHARDWATCH_KEY_FILE: "/run/secrets/agent-key",
      SHARDWATCH_AGENT_ID: "minuteproof1",
      REDIS_NAME: "orders",
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    },
    files: { "/run/secrets/agent-key": images.secretFile("agent-key", await createKey(page, origin)) },
  });
  await until(
    async () => await isListed(page, origin),
    () => `orders is listed:\n${watcher.output()}`,
  );
  const seen = seconds(begin);
  const made = container.exec("/usr/bin/shardwatch-server", "link", "bob@example.com");
  expect(made).toEqual({ status: 0, text: expect.stringContaining(`${origin}/sign-in#`) });
  expect(await watcher.stop()).toBe(0);
  expect(await container.stop()).toBe(0);
  console.log(`with nothing set: server ready ${ready} s, signed in ${signedIn} s, Redis seen ${seen} s.`);
});
