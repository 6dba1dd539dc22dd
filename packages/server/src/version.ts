import { readFileSync } from "node:fs";

/** The version of the product. A bundle has no package.json beside it, so its build sets SHARDWATCH_VERSION. */
export function productVersion(): string {
  const given = process.env["SHARDWATCH_VERSION"];
  if (given) return given;
  const file = new URL("../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
