import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { deployFolder } from "./folder.ts";
import { type Manifest, render } from "./kustomize.ts";

const kubectl = process.env["SHARDWATCH_KUBECTL"] ?? "kubectl";

const keyOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;
const byKey = (manifests: readonly Manifest[]) =>
  Object.fromEntries(manifests.map((one) => [keyOf(one), one]));

test.each(["base", "table", "example"])(
  "SLF04 kubectl makes of kustomize/%s what the tests judge",
  (name) => {
    const folder = join(deployFolder, "kustomize", name);
    const text = execFileSync(kubectl, ["kustomize", folder], { encoding: "utf8", timeout: 60_000 });
    const byKubectl = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
    expect(byKey(byKubectl)).toEqual(byKey(render(folder)));
  },
);
