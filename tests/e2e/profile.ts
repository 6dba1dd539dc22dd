import type { Page } from "@playwright/test";
import type { User } from "@shardwatch/core/contract/people/user";
import type { Change } from "@shardwatch/core/table/expression";
import { accountKey } from "@shardwatch/core/account/account.keys";
import type { TestProduct } from "./test-product.ts";
import type { Place } from "./place.ts";

export const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Profile" }).getByRole("link", { name });
export const editButton = (page: Page) => page.getByRole("button", { name: "Edit organization" });
export const field = (page: Page, name: string) => page.getByRole("textbox", { name });
export const problem = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });
/** A success message. */
export const said = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** The signed-in person, as the API returns them. */
export async function whoAmI(page: Page, { apiUrl, webUrl }: Place): Promise<User> {
  const answer = await page.request.post(`${apiUrl}/me`, { headers: { origin: webUrl } });
  return (await answer.json()) as User;
}

/** Changes the account of the signed-in person, as another person may in between. */
export async function changeAccount(page: Page, product: TestProduct, change: Change): Promise<void> {
  const { id } = await whoAmI(page, product);
  await product.services.table.update(accountKey(id), change);
}
