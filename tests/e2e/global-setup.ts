import { startProduct } from "./product.ts";

/**
 * One product for all browser tests, with its addresses in SHARDWATCH_WEB_URL, SHARDWATCH_API_URL and
 * SHARDWATCH_PROVIDER_URL. A test that breaks things starts its own.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const product = await startProduct();
  process.env["SHARDWATCH_WEB_URL"] = product.webUrl;
  process.env["SHARDWATCH_API_URL"] = product.apiUrl;
  process.env["SHARDWATCH_PROVIDER_URL"] = product.providerUrl;
  return async () => {
    await product.stop();
  };
}
