import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { productNode, root } from "../lib/paths.mjs";
import { debianFiles } from "./debian-files.mjs";
import { agentEntries, faultsOf, nodeEntries, serverEntries, systemEntries } from "./layers.mjs";
import { nodeFolder, nodeVersion } from "./node-binary.mjs";
import { archiveOf, buildImage, layerOf, layoutOf } from "./oci.mjs";
import { configOf, programs } from "./programs.mjs";

/** @typedef {keyof typeof programs} ProgramName */
/** @typedef {import("./oci.mjs").Layer} Layer */

/** Where images are written. */
export const imageFolder = join(root, "dist", "images");

/** The version of the product, and the tag of its images. */
export const version = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;

/** @param {ProgramName} name */
export const imageName = (name) => `shardwatch-${name}`;

const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/**
 * When an image was made, in its configuration. Its layers have no times, so that releases share those that are the same.
 * @returns {string} ISO 8601: SOURCE_DATE_EPOCH, else the time of the last commit
 */
function createdAt() {
  const given = process.env.SOURCE_DATE_EPOCH;
  const log = ["log", "-1", "--format=%ct"];
  const seconds = given ?? execFileSync("git", log, { cwd: root, encoding: "utf8", timeout: 60_000 }).trim();
  if (!/^\d+$/.test(seconds)) throw new Error("SOURCE_DATE_EPOCH must be a number of seconds");
  return new Date(Number(seconds) * 1_000).toISOString();
}

/** @type {Map<string, Layer>} */
const systems = new Map();

/**
 * The layer with Debian's libraries and Node, which is the same one in both images.
 * @param {string} architecture
 * @returns {Layer}
 */
function systemLayer(architecture) {
  const known = systems.get(architecture);
  if (known) return known;
  const { entries, versions } = debianFiles(architecture);
  const all = [...systemEntries(architecture), ...entries, ...nodeEntries(nodeFolder(architecture))];
  refuseFaults(all);
  const layer = layerOf(all, `Node ${nodeVersion}, ${versions.join(", ")}`);
  systems.set(architecture, layer);
  return layer;
}

/**
 * Bundles a package into dist.
 * @param {string} name of the package's folder
 * @param {string} file the bundle's name
 */
function bundleOf(name, file) {
  const path = join(root, "dist", name, file);
  execFileSync(productNode, [join(root, `packages/${name}/build.mjs`), path], {
    cwd: root,
    timeout: 600_000,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return readFileSync(path);
}

/** @param {ProgramName} name @returns {Layer} */
function programLayer(name) {
  const bundle = bundleOf(name, `${imageName(name)}.mjs`);
  const entries =
    name === "server" ? serverEntries(bundle, bundleOf("cli", "shardwatch.cjs")) : agentEntries(bundle);
  refuseFaults(entries);
  return layerOf(entries, `${programs[name].title} ${version}`);
}

/** @param {Parameters<typeof faultsOf>[0]} entries */
function refuseFaults(entries) {
  const faults = faultsOf(entries);
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/**
 * Builds a program's image for each of its architectures, and writes an OCI layout of all and an archive of each. The
 * same files give the same digests.
 * @param {ProgramName} name
 * @returns {string[]} the archives, by their names in the folder
 */
export function buildProgram(name) {
  const program = programs[name];
  const full = { name: imageName(name), version };
  const own = programLayer(name);
  const images = program.architectures.map((architecture) =>
    buildImage({
      ...full,
      architecture,
      created: createdAt(),
      config: configOf(program, version),
      layers: [systemLayer(architecture), own],
    }),
  );
  const layout = join(imageFolder, full.name);
  rmSync(layout, { recursive: true, force: true });
  for (const [path, content] of layoutOf(images, full)) {
    mkdirSync(dirname(join(layout, path)), { recursive: true });
    writeFileSync(join(layout, path), content);
  }
  return images.map((image, index) => {
    const archive = `${full.name}-${version}-${program.architectures[index]}.tar`;
    const bytes = archiveOf(image, full);
    writeFileSync(join(imageFolder, archive), bytes);
    const [system, rest] = image.layers.map(({ content }) => megabytes(content.length));
    console.log(`${archive}: ${megabytes(bytes.length)} (system ${system}, program ${rest})`);
    console.log(`  ${image.descriptor.digest}`);
    return archive;
  });
}

/**
 * Writes the checksums of the archives, in the format that `sha256sum --check SHA256SUMS` reads.
 * @param {readonly string[]} archives
 */
export function writeSums(archives) {
  const sums = archives.map((name) => {
    const digest = createHash("sha256")
      .update(readFileSync(join(imageFolder, name)))
      .digest("hex");
    return `${digest}  ${name}\n`;
  });
  writeFileSync(join(imageFolder, "SHA256SUMS"), sums.join(""));
}
