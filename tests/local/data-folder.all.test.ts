import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { NotStarted, startProduct } from "../e2e/product.ts";

test(
  "two products do not run on one data folder, which is free again after a stop and after a kill",
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "shardwatch-folder-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, "dist"));
    writeFileSync(join(folder, "dist", "index.html"), "<!doctype html><title>Shardwatch</title>");
    const dataFolder = join(folder, "data");
    const environment = { WEB_DIST: join(folder, "dist"), SHARDWATCH_REDIS: "off", SHARDWATCH_SEED: "off" };
    const start = async () => {
      const product = await startProduct({ dataFolder, environment });
      onTestFinished(async () => void (await product.stop()));
      return product;
    };
    const holder = () =>
      (JSON.parse(readFileSync(join(dataFolder, "running.json"), "utf8")) as { pid: number }).pid;

    const first = await start();
    const message =
      `The data in ${dataFolder} is in use by another Shardwatch (process ${holder()}). ` +
      "Stop it, or choose another folder with SHARDWATCH_DATA.\n";
    const refused = await start().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NotStarted);
    expect(refused).toMatchObject({ code: 1, output: message });
    expect((await fetch(`${first.apiUrl}/health`)).status).toBe(200);

    expect(await first.stop()).toBe(0);
    expect(holder).toThrow("ENOENT");
    const second = await start();
    await second.stop("SIGKILL");
    expect(holder()).toBeGreaterThan(0);
    const third = await start();
    expect((await fetch(`${third.apiUrl}/health`)).status).toBe(200);
  },
);
