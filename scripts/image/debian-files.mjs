import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { aptIn, debianMirrors, output, source } from "../lib/apt.mjs";
import { root } from "../lib/paths.mjs";

/** @typedef {import("./tar.mjs").Entry} Entry */

/** The release whose libraries are in the images. Its name and version are for scanners of images. */
export const release = { codename: "trixie", version: "13" };

/**
 * What Node is linked with, and a package with the license of two of them. Node has its own certificates of public
 * authorities, and its own time zones.
 */
const packages = ["libc6", "libgcc-s1", "libstdc++6", "gcc-14-base"];

/** The libraries themselves: without a loader's cache, character sets, locales and programs. */
const library = /^(ld-linux-.+|libc|libm|libdl|libpthread|libgcc_s|libstdc\+\+)\.so[.\d]*$/;

const cache = join(root, "node_modules/.cache/shardwatch-images");

/**
 * Whether a file of one of the packages belongs into an image.
 * @param {string} path from the root
 */
export const isNeeded = (path) =>
  /^usr\/lib(64)?\//.test(path)
    ? library.test(path.slice(path.lastIndexOf("/") + 1))
    : path.startsWith("usr/share/doc/") && path.endsWith("/copyright");

/**
 * The files of Debian's packages for an architecture, in their newest versions. apt verifies each package, and nothing is
 * installed.
 * @param {string} architecture as Debian names it
 * @returns {{ entries: Entry[], versions: string[] }}
 */
export function debianFiles(architecture) {
  const folder = join(cache, `debian-${release.codename}-${architecture}`);
  const [archives, unpacked] = [join(folder, "packages"), join(folder, "root")];
  for (const old of [archives, unpacked]) rmSync(old, { recursive: true, force: true });
  mkdirSync(archives, { recursive: true });
  const { main, security } = debianMirrors();
  const sources = [source(main, release.codename), source(security, `${release.codename}-security`)];
  const get = aptIn(join(folder, "apt"), sources, architecture);
  get(["update"]);
  get(["download", ...packages], archives);
  const files = readdirSync(archives).toSorted();
  const controls = files.map((file) => output("dpkg-deb", ["-f", join(archives, file)]));
  for (const file of files) output("dpkg-deb", ["-x", join(archives, file), unpacked]);
  return {
    entries: [...readEntries(unpacked).filter(({ path }) => isNeeded(path)), ...controls.map(status)],
    versions: controls.map((text) => `${field(text, "Package")} ${field(text, "Version")}`),
  };
}

/**
 * Where scanners look for a package that came without dpkg.
 * @param {string} control
 * @returns {Entry}
 */
const status = (control) => ({
  path: `var/lib/dpkg/status.d/${field(control, "Package")}`,
  mode: 0o644,
  content: Buffer.from(control),
});

/** @param {string} control @param {string} name */
const field = (control, name) => new RegExp(`^${name}: (.*)$`, "m").exec(control)?.[1] ?? "";

/**
 * The files and links below a folder.
 * @param {string} folder
 * @returns {Entry[]}
 */
export function readEntries(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.flatMap((name) => {
    const file = join(folder, name);
    const found = lstatSync(file);
    const path = relative(folder, file);
    if (found.isSymbolicLink()) return [{ path, mode: 0o777, link: readlinkSync(file) }];
    if (!found.isFile()) return [];
    const mode = (found.mode & 0o111) === 0 ? 0o644 : 0o755;
    return [{ path, mode, content: readFileSync(file) }];
  });
}
