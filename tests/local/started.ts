import { createServer } from "node:net";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { NotStarted, type ProductOptions, type RunningProduct, startProduct } from "../e2e/product.ts";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-start-"));
const dist = join(folder, "dist");
mkdirSync(dist);
writeFileSync(join(dist, "index.html"), "<!doctype html><title>Shardwatch</title>");
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** The data folder of all products of a test file, one after the other. */
export const dataFolder = join(folder, "data");

/** `npm start` with a page instead of the web application. It stops with the test. */
export async function start(environment: Record<string, string> = {}, options: ProductOptions = {}) {
  const product = await startProduct({
    dataFolder,
    ...options,
    environment: { WEB_DIST: dist, ...environment },
  });
  onTestFinished(async () => {
    await product.stop();
  });
  return product;
}

/** Command lines of running processes that contain a text. */
export function processesOf(text: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .map(commandLine)
    .filter((line) => line.includes(text));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return ""; // ended between the two reads
  }
}

export async function until(holds: () => boolean | Promise<boolean>, what: string) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await holds()) return;
    await sleep(100);
  }
  throw new Error(`waited in vain until ${what}`);
}

export async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
}

export async function expectNothingLeft(product: RunningProduct) {
  for (const url of [product.webUrl, `${product.apiUrl}/health`, product.providerUrl])
    expect(await answers(url)).toBe(false);
  await until(() => processesOf(dataFolder).length === 0, "every child process is gone");
}

export async function expectStopped(signal: "SIGINT" | "SIGTERM"): Promise<void> {
  const product = await start();
  expect(processesOf(dataFolder).length).toBeGreaterThan(0);
  expect(await product.stop(signal)).toBe(0);
  await expectNothingLeft(product);
}

/** That no product starts while the port of one of its parts is busy. */
export async function expectRefused(variable: string, part: string): Promise<void> {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void blocker.close());
  const address = blocker.address();
  const port = typeof address === "object" && address ? String(address.port) : "";
  const failure = await start({ [variable]: port }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NotStarted);
  expect(failure).toMatchObject({ code: 1 });
  expect((failure as NotStarted).output).toContain(`Port ${port} is busy, but ${part} needs it.`);
  expect((failure as NotStarted).output).toContain(variable);
  expect(processesOf(dataFolder)).toEqual([]);
}
