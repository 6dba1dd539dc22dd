import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { idOfProgram } from "@shardwatch/core/kit/composite-key";
import { exit, Failure, wrongUsage } from "../exit.ts";
import type { Machine } from "../machine.ts";

/** Who asks, and where. */
export interface Credentials {
  /** Of the API, without a slash at the end. */
  url: string;
  token: string;
  /** The profile that they are from; undefined for the environment. */
  profile?: string;
}

type Stored = Readonly<Record<string, { url: string; token: string }>>;

const mostBytes = 64 * 1_024;
const profileName = /^[\w.-]{1,64}$/;
const [forOwner, folderForOwner] = [0o600, 0o700];

/** The credentials of a person: two variables, else the profiles in a file that nobody else can read. */
export class Profiles {
  readonly #machine: Pick<Machine, "env" | "home">;
  /** "default", unless the person names another one. */
  readonly name: string;

  /** Throws a Failure for a name that no profile can have. */
  constructor(machine: Pick<Machine, "env" | "home">, name = "default") {
    if (!profileName.test(name))
      throw wrongUsage("A profile's name has letters, digits, dots, hyphens and underscores.");
    this.#machine = machine;
    this.name = name;
  }

  get file(): string {
    const { env, home } = this.#machine;
    // A relative path is to be ignored: https://specifications.freedesktop.org/basedir-spec
    const given = env["XDG_CONFIG_HOME"] ?? "";
    return join(given.startsWith("/") ? given : join(home, ".config"), "shardwatch", "config");
  }

  /** Throws a Failure where the person is not signed in. */
  find(): Credentials {
    const { SHARDWATCH_URL: url = "", SHARDWATCH_TOKEN: token = "" } = this.#machine.env;
    if (url !== "" && token !== "")
      return { url: apiAddress(url), token: checkedToken(token, "SHARDWATCH_TOKEN") };
    if (url !== "" || token !== "")
      throw wrongUsage(
        `${url === "" ? "SHARDWATCH_TOKEN" : "SHARDWATCH_URL"} is set alone. Set both, or none of them.`,
      );
    const stored = this.stored();
    if (stored) return stored;
    throw new Failure(exit.signedOut, `Not signed in: there is no profile “${this.name}”.`, [
      "Sign in: shardwatch login <address of the API>. Or set SHARDWATCH_URL and SHARDWATCH_TOKEN.",
    ]);
  }

  /** The profile, whatever the environment has; undefined where there is none. */
  stored(): Credentials | undefined {
    const all = this.#read();
    const found = Object.hasOwn(all, this.name) ? all[this.name] : undefined;
    return found && { url: apiAddress(found.url), token: found.token, profile: this.name };
  }

  /** Stores the credentials as the profile. Throws a Failure where the file can't be used. */
  store({ url, token }: Omit<Credentials, "profile">): void {
    this.#write({ ...this.#read(), [this.name]: { url, token } });
  }

  /** Removes the profile. False where there was none. */
  remove(): boolean {
    const all = this.#read();
    if (!Object.hasOwn(all, this.name)) return false;
    const { [this.name]: _, ...others } = all;
    if (Object.keys(others).length > 0) this.#write(others);
    else rmSync(this.file);
    return true;
  }

  #read(): Stored {
    const text = ownText(this.file);
    if (text === undefined) return {};
    try {
      const { profiles } = JSON.parse(text) as { profiles: unknown };
      return storedIn(profiles);
    } catch {
      throw new Failure(exit.trouble, `${this.file} can't be read as a file of profiles.`, [
        "Remove it, and sign in again.",
      ]);
    }
  }

  #write(profiles: Stored): void {
    const { file } = this;
    mkdirSync(dirname(file), { recursive: true, mode: folderForOwner });
    // Another process reads the former file or the new one, and never a part of one.
    const fresh = `${file}.${process.pid}`;
    rmSync(fresh, { force: true });
    writeFileSync(fresh, `${JSON.stringify({ profiles }, undefined, 2)}\n`, { mode: forOwner, flag: "wx" });
    renameSync(fresh, file);
  }
}

function storedIn(profiles: unknown): Stored {
  if (typeof profiles !== "object" || profiles === null) throw new TypeError("no profiles");
  return Object.fromEntries(
    Object.entries(profiles).map(([name, { url, token }]: [string, Record<string, unknown>]) => {
      if (typeof url !== "string" || typeof token !== "string") throw new TypeError("no profile");
      return [name, { url, token }];
    }),
  );
}

/** The text of a file that is the person's alone; undefined where there is none. Throws a Failure for another one. */
function ownText(path: string): string | undefined {
  const refused = (why: string) => new Failure(exit.trouble, `${path} ${why}.`);
  let descriptor: number;
  try {
    // Windows has no such flag.
    if (lstatSync(path).isSymbolicLink()) throw refused("is a link, and not read");
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    descriptor = openSync(path, flags);
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw refused("can't be opened");
  }
  try {
    const { mode, uid } = fstatSync(descriptor);
    if ((mode & constants.S_IFMT) !== constants.S_IFREG) throw refused("is not a file");
    // Windows has neither of them.
    const { getuid } = process;
    if (getuid && (mode & 0o077) !== 0)
      throw refused("can be read by others, and has tokens: chmod 600 makes it yours alone");
    if (getuid && uid !== getuid()) throw refused("belongs to somebody else");
    const bytes = Buffer.alloc(mostBytes + 1);
    const length = readSync(descriptor, bytes, 0, bytes.length, 0);
    if (length > mostBytes) throw refused("is too large for a file of profiles");
    return bytes.toString("utf8", 0, length);
  } finally {
    closeSync(descriptor);
  }
}

const own = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The address of the API without a slash at its end. Throws a Failure for one that no token is sent to. */
export function apiAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["https:", "http:"].includes(url.protocol))
    throw wrongUsage("The address of the API is like https://api.shardwatch.example");
  if (url.protocol === "http:" && !own.test(url.hostname))
    throw wrongUsage("A token is sent by https:// alone. Only this machine may be http://");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw wrongUsage("The address of the API has no user, no password, no “?” and no “#”.");
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/** The token, when its form and its checksum are right. Throws a Failure that does not show it. */
export function checkedToken(text: string, what = "What was read"): string {
  const token = text.trim();
  if (idOfProgram(token) === undefined)
    throw new Failure(exit.signedOut, `${what} is not an API token, or is mistyped.`, [
      "A token begins with sw_tok_. Settings, Programs has them.",
    ]);
  return token;
}
