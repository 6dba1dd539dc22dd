import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { missingDebianTools } from "./debian.mjs";
import { has, installFromSystem } from "./system-tools.mjs";

/**
 * What runs images, by its package of Debian: programs of others that know nothing of this project.
 * @type {readonly { name: string, isThere: () => boolean }[]}
 */
const packages = [
  ...["umoci", "runc", "podman", "podman-compose"].map((name) => ({ name, isThere: () => has(name) })),
  // Podman's networks, and the names of containers in them. Debian's podman only recommends them.
  { name: "netavark", isThere: () => existsSync("/usr/lib/podman/netavark") },
  { name: "aardvark-dns", isThere: () => existsSync("/usr/lib/podman/aardvark-dns") },
  { name: "iptables", isThere: () => has("iptables") },
  { name: "iproute2", isThere: () => has("ip", "-V") },
];

/** What a container needs of the system: namespaces, a bridge with a cable, and rules of the firewall. */
const needs =
  "ip link add name bridge0 type bridge && ip link add name cable0 type veth peer name cable1 && iptables -t nat -S";

/**
 * Installs what runs images where it may: as root of a Debian.
 * @returns {Promise<string | undefined>} why no image can be run here
 */
export async function whyNoContainers() {
  if (process.getuid?.() !== 0) return "running containers needs root";
  const lacking = missingDebianTools();
  if (lacking.length > 0) return `building and running images needs ${lacking.join(" and ")} of Debian`;
  const missing = () => packages.filter(({ isThere }) => !isThere()).map(({ name }) => name);
  if (missing().length > 0) await installFromSystem(missing());
  if (missing().length > 0) return `apt could not install ${missing().join(" and ")}`;
  const tried = spawnSync("unshare", ["--mount", "--pid", "--fork", "--net", "sh", "-c", needs]);
  return tried.status === 0 ? undefined : "root makes no namespaces and networks on this machine";
}
