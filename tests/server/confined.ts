import { succeeds } from "../support/machine.ts";
import { program } from "./process.ts";

const isRoot = process.getuid?.() === 0;
export const service = 65_533;
const asService = ["setpriv", `--reuid=${service}`, `--regid=${service}`, "--clear-groups"];
/** Whether the tests may change the user, and that user may read the program. */
export const canServe =
  isRoot && succeeds([...asService, process.execPath, "-e", `fs.readFileSync("${program}")`]);
const withoutRights = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"];
/** A root that may do nothing but what the kernel wants of one who maps root into a user namespace. */
const nearlyWithout = ["setpriv", "--bounding-set=-all,+setfcap", "--inh-caps=-all"];
/** What makes the server a process that can't make a network namespace directly. */
export const unprivileged = canServe ? asService : isRoot ? nearlyWithout : [];
const inNamespace = ["unshare", "--user", "--map-root-user", "--net", "true"];
export const hasNamespaces = succeeds([...unprivileged, ...inNamespace]);
/** A user without rights in a place where nobody may make a namespace, as in a container. */
const noNamespaces = 'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"';
export const confinedRoot = ["unshare", "--user", "--map-root-user", "sh", "-c", noNamespaces, "sh"];
export const confined = [...confinedRoot, ...withoutRights];
export const canConfine =
  succeeds([...confined, "true"]) && !succeeds([...confined, "unshare", "--user", "true"]);
if (!hasNamespaces || !canConfine)
  console.log("this machine makes no namespaces: the wall around the server's database is tested in part");
