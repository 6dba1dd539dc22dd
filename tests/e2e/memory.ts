import type { Page } from "@playwright/test";

const memory = `(() => {
  const root = document.getElementById("root");
  let fiber = root[Object.keys(root).find((name) => name.startsWith("__reactContainer"))];
  let client;
  const stack = [fiber];
  while (stack.length > 0 && !client) {
    fiber = stack.pop();
    if (!fiber) continue;
    client = fiber.memoizedProps?.client?.getQueryCache && fiber.memoizedProps.client;
    stack.push(fiber.sibling, fiber.child);
  }
  const caches = [client.getQueryCache(), client.getMutationCache()];
  return JSON.stringify([
    { ...sessionStorage }, { ...localStorage }, location.href, history.state, document.cookie,
    document.documentElement.outerHTML, [...document.querySelectorAll("input")].map(({ value }) => value),
    caches.flatMap((cache) => cache.getAll().map(({ state }) => state)),
  ]);
})()`;

/**
 * Everything that the application stores: storage, address, history, document, and the cache of its queries.
 */
export const memoryOf = (page: Page): Promise<string> => page.evaluate<string>(memory);
