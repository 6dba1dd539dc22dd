import { expect, test } from "@playwright/test";
import { startServer } from "@shardwatch/local/server";
import { readSettings } from "@shardwatch/local/settings";
import { freePort } from "@shardwatch/server/machine/ports";
import { createWebServer, webConfigOf } from "@shardwatch/server/web/app";
import { arrive, openAs } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

test.describe("of a deployment", () => {
  const settings = readSettings({});

  const { apiUrl: _, ...withoutApi } = webConfigOf(settings);
  const broken: [string, () => Response][] = [
    ["is missing (status 404)", () => new Response("Not found", { status: 404 })],
    ["is damaged", () => new Response("<!doctype html><title>Shardwatch</title>")],
    ["is damaged", () => new Response('{"environment":"local","api')],
    ["is damaged", () => Response.json(withoutApi)],
    ["is damaged", () => Response.json({ ...webConfigOf(settings), environment: "staging" })],
  ];

  test(
    "OPS02 a configuration that is missing or damaged is an error page, not a blank one",
    { tag: "@all" },
    async ({ page }) => {
      const app = createWebServer(settings.webDist, webConfigOf(settings), settings.webUrl);
      const port = await freePort();
      let configuration = () => Response.json(webConfigOf(settings));
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
        configuration = () => Response.json(webConfigOf(settings));
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
});

test.describe("at run time", () => {
  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
  });
  test.afterAll(() => product.stop());

  test(
    "OPS01 OPS03 EXT13 where the same build leads to, and whom it asks, is told by /config.json",
    { tag: "@all" },
    async ({ page }) => {
      const { webUrl, providerUrl } = product;
      const hosts = () =>
        page.locator("a").evaluateAll((links) => links.map((link) => String(link.getAttribute("href"))));
      await page.goto(webUrl);
      await expect(page.getByLabel("Email")).toBeVisible();
      expect((await hosts()).filter((href) => href.startsWith(providerUrl))).toHaveLength(6);

      product.configure({
        providerSiteUrl: "https://provider.example/site",
        marketingSiteUrl: `${providerUrl}/another/marketing`,
        feedbackFormUrl: `${providerUrl}/feedback?survey=7`,
        supportEmail: "help@shardwatch.example",
        links: {
          terms: "https://legal.example/terms",
          privacy: "https://legal.example/privacy",
          documentation: "https://docs.example/",
          agentReleases: "https://releases.example/",
        },
      });
      await page.reload();
      await expect(page.getByRole("link", { name: "Terms" })).toHaveAttribute(
        "href",
        "https://legal.example/terms",
      );
      const hrefs = await hosts();
      expect(hrefs.filter((href) => href.startsWith(providerUrl))).toEqual([]);
      expect(hrefs.filter((href) => href.startsWith("https://provider.example/site/"))).toHaveLength(4);
      expect(hrefs).toContain("https://legal.example/privacy");
      expect(hrefs).toContain("mailto:help@shardwatch.example");

      const countries = page.waitForRequest(`${providerUrl}/another/marketing/api/countries`);
      await page.getByRole("link", { name: "Sign up" }).click();
      await countries;

      await openAs(page, "viewer@example.com", "/deployments", product);
      await page.getByRole("banner").getByRole("button", { name: "Feedback" }).click();
      const address = new URL((await page.locator("iframe").getAttribute("src")) ?? "");
      expect(Object.fromEntries(address.searchParams)).toMatchObject({
        survey: "7",
        email: "viewer@example.com",
      });
    },
  );

  test(
    "an application whose files are gone is a sentence, not an empty page",
    { tag: "@all" },
    async ({ page }) => {
      await page.route("**/assets/start-*.js", (route) => route.fulfill({ status: 404, body: "Not found" }));
      await page.goto(product.webUrl);
      await expect(page.getByText("Couldn't load Shardwatch. Please reload the page.")).toBeVisible();
    },
  );
});
