import { expect, test } from "@playwright/test";
import { openAs } from "./place.ts";

// A window of 1,440 pixels less the 15 of a scroll bar, which this browser does not have.
test.use({ viewport: { width: 1_425, height: 900 } });

test(
  "LSX10 LST26 the columns that are shown at first fit beside the rail at 1,440 px, and none is cut",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "globex@example.com", "/deployments?pageSize=25");
    await expect(page.locator("[data-row-link]")).toHaveCount(25);
    const table = page.getByRole("table");
    expect(await table.evaluate((one) => one.offsetWidth - (one.parentElement?.clientWidth ?? 0))).toBe(0);
    await expect(page.getByRole("columnheader").last()).toHaveText("Actions");
    for (const header of await page.getByRole("columnheader").all())
      expect(await header.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  },
);

test("LSX10 a memory cell has its sums and the percentage beside each other, and no part of another word", async ({
  page,
}) => {
  await openAs(page, "globex@example.com", "/deployments?pageSize=100&sort=memory&order=desc");
  await expect(page.locator("[data-row-link]")).toHaveCount(100);
  const percentages = page.getByRole("cell").getByText(/^\d+\.\d%$/);
  expect(await percentages.count()).toBeGreaterThan(50);
  const overlaps = await percentages.evaluateAll((all) =>
    all
      .filter((one) => {
        const sums = one.parentElement?.parentElement?.firstElementChild;
        return !sums || sums.getBoundingClientRect().right > one.getBoundingClientRect().left;
      })
      .map((one) => one.textContent),
  );
  expect(overlaps).toEqual([]);
});
