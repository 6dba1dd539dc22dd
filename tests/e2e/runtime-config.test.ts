import { expect, test } from "@playwright/test";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { openAs } from "./place.ts";

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
