import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";

/** An object of Kubernetes. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  [field: string]: unknown;
}

interface Operation {
  op: "add" | "replace" | "remove";
  path: string;
  value?: unknown;
}

interface Kustomization {
  apiVersion: string;
  kind: string;
  namespace?: string;
  resources: string[];
  images?: { name: string; newName: string; newTag: string }[];
  patches?: { target: { kind: string; name: string }; patch: string }[];
  configMapGenerator?: { name: string; files: string[] }[];
}

const known = ["apiVersion", "kind", "namespace", "resources", "images", "patches", "configMapGenerator"];

/**
 * What `kubectl kustomize` makes of a folder, for the few fields that ours use. Any other field throws, so that this
 * never leaves something out silently. `npm run prove -- manifests` compares it with kubectl.
 */
export function render(folder: string): Manifest[] {
  const file = join(folder, "kustomization.yaml");
  const kustomization = parse(readFileSync(file, "utf8")) as Kustomization;
  const unknown = Object.keys(kustomization).filter((field) => !known.includes(field));
  if (unknown.length > 0) throw new Error(`${file}: the test can't render ${unknown.join(", ")}`);
  const { resources, namespace, images = [], patches = [], configMapGenerator = [] } = kustomization;
  const manifests = resources.flatMap((name) => read(join(folder, name)));
  // kubectl adds a hash of the content to the name, here and where the name is used.
  for (const { name, files } of configMapGenerator) {
    const data = Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
    manifests.push({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data });
  }
  for (const { target, patch } of patches) {
    const found = manifests.filter(
      ({ kind, metadata }) => kind === target.kind && metadata.name === target.name,
    );
    if (found.length !== 1)
      throw new Error(`${file}: ${target.kind} ${target.name} is there ${found.length} times`);
    for (const operation of parse(patch) as Operation[]) apply(found[0], operation);
  }
  for (const manifest of manifests) {
    if (namespace !== undefined) manifest.metadata.namespace = namespace;
    for (const container of containersOf(manifest)) rename(container, images);
  }
  return manifests;
}

const read = (path: string): Manifest[] =>
  existsSync(join(path, "kustomization.yaml"))
    ? render(path)
    : parseAllDocuments(readFileSync(path, "utf8")).map((document) => document.toJS() as Manifest);

/** One operation of a JSON patch (RFC 6902). */
function apply(object: unknown, { op, path, value }: Operation): void {
  const steps = path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = steps.pop();
  let at = object as Record<string, unknown>;
  for (const step of steps) {
    if (typeof at[step] !== "object" || at[step] === null) throw new Error(`there is no ${path}`);
    at = at[step] as Record<string, unknown>;
  }
  if (last === undefined) throw new Error("a patch of a whole object");
  const isThere = Object.hasOwn(at, last);
  if (op !== "add" && !isThere) throw new Error(`there is no ${path} to ${op}`);
  if (Array.isArray(at)) {
    const index = last === "-" ? at.length : Number(last);
    at.splice(index, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
  } else if (op === "remove") delete at[last];
  else at[last] = value;
}

export interface Container {
  name: string;
  image: string;
  env?: { name: string; value?: string }[];
  envFrom?: { configMapRef: { name: string } }[];
  volumeMounts?: { name: string; mountPath: string }[];
  [field: string]: unknown;
}

export interface PodSpec {
  containers: Container[];
  volumes?: { name: string; secret?: { secretName: string } }[];
  [field: string]: unknown;
}

/** The pods that an object makes; undefined for one that makes none. */
export const podOf = ({ spec }: Manifest): PodSpec | undefined =>
  (spec as { template?: { spec: PodSpec } } | undefined)?.template?.spec;

const containersOf = (manifest: Manifest): Container[] => podOf(manifest)?.containers ?? [];

function rename(container: Container, images: NonNullable<Kustomization["images"]>): void {
  const [name] = container.image.split(":");
  const image = images.find((one) => one.name === name);
  if (image) container.image = `${image.newName}:${image.newTag}`;
}

/** The object of that kind and name. */
export function only(manifests: readonly Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
}
