import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { callsOf, openAs, sharedPlace } from "./place.ts";

test(
  "LSX08 the view is exported as CSV in its order, with all of its pages, without a request, and this is announced",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "globex@example.com", "/deployments?type=STANDALONE&sort=databaseCount&order=desc");
    const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
    await expect(rows).toHaveCount(10);
    const [, total = ""] =
      /of (\d+) deployments/.exec((await page.getByText(/Showing 10 of/).textContent()) ?? "") ?? [];
    const shown = await rows.getByRole("link").allTextContents();
    const calls = callsOf(page, sharedPlace());
    const started = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const download = await started;
    const name = download.suggestedFilename();
    expect(name).toMatch(/^deployments-\d{4}-\d{2}-\d{2}\.csv$/);
    const text = await readFile(await download.path(), "utf8");
    expect(text.startsWith("\ufeff")).toBe(true);
    const records = parse<Record<string, string>>(text, { columns: true, bom: true });
    expect(records).toHaveLength(Number(total));
    expect(records.slice(0, 10).map((record) => record["name"])).toEqual(shown);
    expect(new Set(records.map((record) => record["type"]))).toEqual(new Set(["STANDALONE"]));
    const counts = records.map((record) => Number(record["databaseCount"]));
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    await expect(
      page.getByRole("status").filter({ hasText: `${total} deployments exported to ${name}` }),
    ).toBeVisible();
    // An open list asks every ten seconds whether something has changed.
    expect(calls.filter((call) => call !== "GET /deployments/changed")).toEqual([]);
  },
);
