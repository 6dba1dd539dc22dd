import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { files, folders, source } from "./chunks.ts";

test("every file and folder that chunks are made of is there", () => {
  const named = [...Object.values(files), ...Object.values(folders)];
  const missing = named.filter((path) => !existsSync(join(source, path)));
  expect(missing, "name what replaced it in packages/web/vite/chunks.ts").toEqual([]);
});
