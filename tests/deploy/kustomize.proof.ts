import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { deployFolder } from "./folder.ts";
import { type Manifest, render } from "./kustomize.ts";
import { copyWithConfiguration } from "./mine.ts";

const kubectl = process.env["SHARDWATCH_KUBECTL"] ?? "kubectl";

const keyOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;
const byKey = (manifests: readonly Manifest[]) =>
  Object.fromEntries(manifests.map((one) => [keyOf(one), one]));

function byKubectl(folder: string, change = (text: string) => text) {
  const text = execFileSync(kubectl, ["kustomize", folder], { encoding: "utf8", timeout: 60_000 });
  return byKey(parseAllDocuments(change(text)).map((document) => document.toJS() as Manifest));
}

test.each(["base", "table", "example"])(
  "SLF04 kubectl makes of kustomize/%s what the tests judge",
  (name) => {
    const folder = join(deployFolder, "kustomize", name);
    expect(byKubectl(folder)).toEqual(byKey(render(folder)));
  },
);

test("MND17 kubectl keeps the example's patches beside a configuration file", () => {
  const { mine } = copyWithConfiguration();
  // kubectl adds a hash of the content to the name of the config map.
  expect(byKubectl(mine, (text) => text.replaceAll(/\b(shardwatch-config)-[a-z\d]{10}\b/g, "$1"))).toEqual(
    byKey(render(mine)),
  );
});
