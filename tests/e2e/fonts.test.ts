import { expect, type Page, test } from "@playwright/test";
import { openAs, sharedPlace } from "./place.ts";

const { webUrl } = sharedPlace();

/** The fonts that the browser has drawn the text of an element with. "own" is one that the page brought. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("DOM.enable");
  await devTools.send("CSS.enable");
  const { root } = await devTools.send("DOM.getDocument");
  const { nodeId } = await devTools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await devTools.send("CSS.getPlatformFontsForNode", { nodeId });
  await devTools.detach();
  return fonts.map(
    ({ familyName, isCustomFont }) => `${familyName}, ${isCustomFont ? "own" : "of the system"}`,
  );
}

test(
  "SEC16 pages are set in their own typefaces, and every font comes from their own origin",
  { tag: "@all" },
  async ({ page }) => {
    const files: { file: string; cached: string | undefined }[] = [];
    page.on("response", (answer) => {
      if (answer.request().resourceType() !== "font") return;
      expect(new URL(answer.url()).origin).toBe(webUrl);
      const [file = ""] = /[a-z-]+(?=-.{8}\.woff2$)/.exec(answer.url()) ?? [];
      files.push({ file, cached: answer.headers()["cache-control"] });
    });
    const cached = "public, max-age=31536000, immutable";
    await page.goto(webUrl);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => fontsOf(page, "h1")).toEqual(["Inter, own"]);
    expect(files).toEqual([{ file: "inter-latin", cached }]);

    await openAs(page, "admin@example.com", "/integrations/agent-keys");
    const key = page.getByRole("table").getByTitle(/^sw_/).first();
    await expect(key).toBeVisible();
    await expect.poll(() => fontsOf(page, '[title^="sw_"]')).toEqual(["JetBrains Mono, own"]);
    expect(files).toContainEqual({ file: "jetbrains-mono-latin", cached });
  },
);
