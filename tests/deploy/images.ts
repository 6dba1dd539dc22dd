import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import { chromiumArguments, chromiumPath } from "../../scripts/lib/browser.mjs";
import {
  type Container,
  newFolder,
  type Options,
  removeFolder,
  runContainer,
  unpack,
  type Unpacked,
} from "./container.ts";
import { statusOf, until } from "./waiting.ts";

/** The built images, run as an orchestrator runs them. The step `images` of `npm run test:all` builds them first. */
export class Images {
  readonly folder = newFolder();
  readonly server: Unpacked;
  readonly agent: Unpacked;
  readonly #cleanups: (() => unknown)[] = [];

  constructor() {
    this.server = unpack("server", this.folder);
    this.agent = unpack("agent", this.folder);
  }

  /** Does this at the end, the last first. */
  atEnd(clean: () => unknown): void {
    this.#cleanups.push(clean);
  }

  async remove(): Promise<void> {
    for (const clean of this.#cleanups.toReversed()) await clean();
    removeFolder(this.folder);
  }

  /** A folder for a server's data. */
  newVolume(name: string): string {
    const volume = join(this.folder, name);
    mkdirSync(volume, { mode: 0o700 });
    return volume;
  }

  /** A secret as an orchestrator mounts it: readable by the user of the container only. */
  secretFile(name: string, content: string): string {
    const file = join(this.folder, name);
    writeFileSync(file, content, { mode: 0o444 });
    return file;
  }

  run(image: "server" | "agent", options: Options): Container {
    const container = runContainer(this[image], this.folder, options);
    this.atEnd(container.remove);
    return container;
  }

  /** Starts a server, and waits until it is ready. */
  async startServer(port: number, options: Options): Promise<Container> {
    const container = this.run("server", options);
    const url = `http://localhost:${port}/ready`;
    await until(
      async () => container.hasEnded() || (await statusOf(url)) === 200,
      () => "the server is ready",
    );
    if (container.hasEnded()) throw new Error(`the server has ended:\n${container.output()}`);
    return container;
  }

  async openBrowser(): Promise<Browser> {
    const executablePath = chromiumPath();
    const browser = await chromium.launch({
      args: chromiumArguments,
      ...(executablePath && { executablePath }),
    });
    this.atEnd(() => browser.close());
    return browser;
  }
}

export const seconds = (begin: number) => ((performance.now() - begin) / 1_000).toFixed(1);

export async function createKey(page: Page, origin: string): Promise<string> {
  const request = { headers: { origin }, data: { name: "Images" } };
  const answer = await page.request.post(`${origin}/api/access-key`, request);
  if (answer.status() !== 201) throw new Error(`creating a key was answered ${answer.status()}`);
  return ((await answer.json()) as { compositeKey: string }).compositeKey;
}

/** The row of the server that these proofs watch. */
export const row = (page: Page) => page.getByRole("link", { name: "orders", exact: true });

/** Whether it comes within two seconds. */
export const isShown = async (found: Locator): Promise<boolean> =>
  await found.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );

export async function isListed(page: Page, origin: string): Promise<boolean> {
  await page.goto(`${origin}/deployments`);
  return await isShown(row(page));
}
