import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { missingDebianTools, unpackRelease } from "./debian.mjs";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-debian-"));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(missingDebianTools().length > 0)(
  "a mirror without Debian's signature is refused, also where the machine's apt allows such",
  () => {
    const release = join(folder, "mirror/dists/sid");
    mkdirSync(join(release, "main/binary-amd64"), { recursive: true });
    writeFileSync(join(release, "main/binary-amd64/Packages"), "");
    const date = new Date().toUTCString().replace("GMT", "UTC");
    const fields = ["Origin: Debian", "Suite: sid", "Codename: sid", "Components: main", `Date: ${date}`];
    writeFileSync(join(release, "Release"), `${fields.join("\n")}\n`);
    const names = ["Acquire::AllowInsecureRepositories", "Acquire::AllowWeakRepositories"];
    const lax = [...names, "APT::Get::AllowUnauthenticated"].map((name) => `${name} "true";\n`);
    writeFileSync(join(folder, "lax.conf"), lax.join(""));
    vi.stubEnv("APT_CONFIG", join(folder, "lax.conf"));
    const target = join(folder, "sid");
    const unpack = () =>
      unpackRelease(
        { name: "sid", suites: ["sid"], packages: ["redis-server"] },
        `file:${folder}/mirror`,
        target,
      );
    expect(unpack).toThrow("is not signed");
    expect(existsSync(target)).toBe(false);
  },
);
