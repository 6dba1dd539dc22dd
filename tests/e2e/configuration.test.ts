import { expect, test } from "@playwright/test";
import { freePort } from "@shardwatch/server/machine/ports";
import { startServer } from "@shardwatch/local/server";
import { readSettings } from "@shardwatch/local/settings";
import { createWebServer } from "@shardwatch/server/web/app";
import { localWebConfig } from "@shardwatch/local/web/config";
import { startTestProduct } from "./test-product.ts";
import { arrive } from "./place.ts";

const settings = readSettings({});

const { apiUrl: _, ...withoutApi } = localWebConfig(settings);
const broken: [string, () => Response][] = [
  ["is missing (status 404)", () => new Response("Not found", { status: 404 })],
  ["is damaged", () => new Response("<!doctype html><title>Shardwatch</title>")],
  ["is damaged", () => new Response('{"environment":"local","api')],
  ["is damaged", () => Response.json(withoutApi)],
  ["is damaged", () => Response.json({ ...localWebConfig(settings), environment: "staging" })],
];

test(
  "OPS02 a configuration that is missing or damaged is an error page, not a blank one",
  { tag: "@all" },
  async ({ page }) => {
    const app = createWebServer(settings.webDist, localWebConfig(settings));
    const port = await freePort();
    let configuration = () => Response.json(localWebConfig(settings));
    const fetch = (request: Request) =>
      new URL(request.url).pathname === "/config.json" ? configuration() : app.fetch(request);
    const site = await startServer({ name: "the site", port, variable: "WEB_PORT", fetch });
    try {
      for (const [sentence, answer] of broken) {
        configuration = answer;
        await page.goto(`http://localhost:${port}/`);
        const alert = page.getByRole("alert");
        await expect(alert).toContainText("Shardwatch cannot start");
        await expect(alert).toContainText(`The configuration of this site ${sentence}`);
        await expect(alert.getByRole("button", { name: "Retry" })).toBeVisible();
      }
      configuration = () => Response.json(localWebConfig(settings));
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    } finally {
      await site.stop();
    }
  },
);

test("LAY15 LAY16 LAY17 OPS02 OPS03 OPS13 one build shows the banner of its environment", async ({
  page,
}) => {
  const product = await startTestProduct();
  try {
    await arrive(page, "viewer@example.com", product);
    for (const [environment, banner] of [
      ["local", "Local"],
      ["preview", "Preview"],
      ["production", undefined],
    ] as const) {
      product.configure({ environment });
      const answer = await page.request.get(`${product.webUrl}/config.json`);
      expect(answer.headers()["cache-control"]).toBe("no-store");
      await page.goto(`${product.webUrl}/deployments`);
      await expect(page.getByRole("link", { name: "orders-cache" })).toBeVisible();
      const note = page.getByRole("note", { name: "Environment" });
      await expect(note).toHaveText(banner ? [banner] : []);
    }
  } finally {
    await product.stop();
  }
});
