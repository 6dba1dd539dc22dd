import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.mjs";
import { readEntries, release } from "./debian-files.mjs";
import { user } from "./programs.mjs";

/** @typedef {import("./tar.mjs").Entry} Entry */

/** @param {string} path @param {string | Uint8Array} content @param {number} [mode] @returns {Entry} */
const file = (path, content, mode = 0o644) => ({ path, mode, content: Buffer.from(content) });

/** @param {string} path @param {string} target @returns {Entry} */
const link = (path, target) => ({ path, mode: 0o777, link: target });

/** @param {string} path in the project */
const read = (path) => readFileSync(join(root, path));

/**
 * What every image has beside Debian's libraries and Node: the user, and how names are found. There is no shell and no
 * other program.
 * @param {string} architecture
 * @returns {Entry[]}
 */
export const systemEntries = (architecture) => [
  file("etc/passwd", `root:x:0:0::/:/nologin\nshardwatch:x:${user}:${user}::/:/nologin\n`),
  file("etc/group", `root:x:0:\nshardwatch:x:${user}:\n`),
  file("etc/nsswitch.conf", "hosts: files dns\n"),
  file("usr/lib/os-release", `ID=debian\nVERSION_ID="${release.version}"\nPRETTY_NAME="Shardwatch"\n`),
  link("etc/os-release", "../usr/lib/os-release"),
  link("lib", "usr/lib"),
  ...(architecture === "amd64" ? [link("lib64", "usr/lib64")] : []),
  { path: "tmp", mode: 0o1777 },
];

/**
 * Node without npm and headers.
 * @param {string} folder of its package
 * @returns {Entry[]}
 */
export const nodeEntries = (folder) => [
  file("usr/bin/node", readFileSync(join(folder, "bin/node")), 0o755),
  ...(existsSync(join(folder, "LICENSE"))
    ? [file("usr/share/doc/node/LICENSE", readFileSync(join(folder, "LICENSE")))]
    : []),
];

/**
 * A bundle that the kernel can start: a container without a shell has no `env` either.
 * @param {Buffer} bundle
 * @returns {Buffer}
 */
export function executable(bundle) {
  const text = bundle.toString().replace(/^#!.*\n/, "");
  return Buffer.from(`#!/usr/bin/node\n${text}`);
}

/**
 * @param {Buffer} bundle
 * @param {Buffer} commandLine the bundle of the command line
 * @param {string} [web] folder of the built web application
 * @returns {Entry[]}
 */
export const serverEntries = (bundle, commandLine, web = join(root, "packages/web/dist")) => [
  file("app/shardwatch-server.mjs", executable(bundle), 0o755),
  link("usr/bin/shardwatch-server", "../../app/shardwatch-server.mjs"),
  file("app/shardwatch.cjs", executable(commandLine), 0o755),
  link("usr/bin/shardwatch", "../../app/shardwatch.cjs"),
  ...databaseEntries(),
  ...readEntries(web).map((entry) => ({ ...entry, mode: 0o644, path: `app/web/${entry.path}` })),
  { path: "var/lib/shardwatch", mode: 0o700, owner: user },
  ...notices("packages/server"),
];

/**
 * @param {Buffer} bundle
 * @returns {Entry[]}
 */
export const agentEntries = (bundle) => [
  file("app/shardwatch-agent.mjs", executable(bundle), 0o755),
  link("usr/bin/shardwatch-agent", "../../app/shardwatch-agent.mjs"),
  ...notices("packages/agent"),
];

/** The embedded database, where the bundle looks for its package. @returns {Entry[]} */
function databaseEntries() {
  const folder = "node_modules/@dynoxide/linux-x64";
  return [
    file(`app/${folder}/package.json`, read(`${folder}/package.json`)),
    file(`app/${folder}/dynoxide`, read(`${folder}/dynoxide`), 0o755),
  ];
}

/** @param {string} folder @returns {Entry[]} */
const notices = (folder) => [
  file("usr/share/doc/shardwatch/LICENSE", read("LICENSE")),
  file("usr/share/doc/shardwatch/THIRD-PARTY-NOTICES.txt", read(`${folder}/THIRD-PARTY-NOTICES.txt`)),
];

/** Paths that no image may have: sources, tests, and what helps only to look into a program. */
const refusedPaths = [
  /\.map$/,
  /\.tsx?$/,
  /\.test\./,
  /(^|\/)\.(env|git|npmrc)/,
  /\.(pem|key|ya?ml)$/,
  /^(usr\/)?s?bin\/(sh|bash|dash|busybox|env|cat|ls)$/,
];

/** Texts that a secret of ours would have: an agent key, a private key. */
const refusedTexts = [/sw_key_[0-9a-z]{26}_[0-9A-Za-z]{49}/, /-----BEGIN [A-Z ]*PRIVATE KEY-----\n/];

/**
 * Why these entries may not go into an image.
 * @param {readonly Entry[]} entries
 * @returns {string[]}
 */
export function faultsOf(entries) {
  return entries.flatMap(({ path, content, mode }) => [
    ...(refusedPaths.some((pattern) => pattern.test(path)) ? [`${path} does not belong into an image`] : []),
    ...((mode & 0o6000) === 0 ? [] : [`${path} would run with the rights of its owner`]),
    // A program of another maker has test keys in it.
    ...(content &&
    path.startsWith("app/") &&
    refusedTexts.some((pattern) => pattern.test(content.toString("latin1")))
      ? [`${path} has a secret`]
      : []),
  ]);
}
