import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testKey } from "../../test/agent-process.ts";
import { makeCertificates } from "../../test/certificates.ts";
import type { Certificates } from "../../test/certificates.ts";
import { exposureWarning, isHandedOver } from "./exposure.ts";
import { readConfiguration } from "./read.ts";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-exposure-"));
const configuration = join(folder, "agent.yaml");
let certificates: Certificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await certificates.remove();
});

/** Secrets in the configuration and in separate files. One file is the key of a client certificate. */
const withSecrets = `api: https://api.example.com
key: ${testKey}
deployments:
  - { name: a, address: a, password: planted }
  - { name: b, address: b, passwordFile: b.password }
  - { name: c, address: c, passwordEnv: C_PASSWORD, tls: { cert: c.pem, key: c.key, ca: c.pem } }
  - { type: enterprise, name: d, url: https://d, username: u, passwordFile: d.password }
`;
const withoutSecrets = `api: https://api.example.com
keyFile: agent.key
deployments: [{ name: a, address: a, passwordEnv: C_PASSWORD }]
`;
const secretFiles = ["b.password", "c.key", "d.password", "agent.key"];

beforeEach(() => {
  copyFileSync(certificates.cert, join(folder, "c.pem"));
  copyFileSync(certificates.key, join(folder, "c.key"));
  for (const name of ["b.password", "d.password"]) writeFileSync(join(folder, name), "planted");
  writeFileSync(join(folder, "agent.key"), testKey);
  chmodSync(join(folder, "c.pem"), 0o644);
  for (const name of secretFiles) chmodSync(join(folder, name), 0o600);
});

function exposed(text: string, mode: number, environment: Record<string, string> = {}): readonly string[] {
  writeFileSync(configuration, text);
  chmodSync(configuration, mode);
  return readConfiguration(configuration, { C_PASSWORD: "planted", ...environment }).exposed;
}

test.runIf(process.platform !== "win32").each(["640", "604", "620", "666"])(
  "AGT31 secrets in a configuration of mode %s are named, each by its setting",
  (digits) => {
    const mode = Number.parseInt(digits, 8);
    expect(exposed(withSecrets, mode)).toEqual(["key", "deployments[0].password"]);
    expect(exposed(withSecrets, 0o600)).toEqual([]);
    expect(exposed(withoutSecrets, mode)).toEqual([]);
  },
);

test.runIf(process.platform !== "win32")(
  "AGT31 files with passwords and keys are named by the settings that lead to them, certificates are not",
  () => {
    for (const name of secretFiles) chmodSync(join(folder, name), 0o644);
    expect(exposed(withSecrets, 0o400)).toEqual([
      "deployments[1].passwordFile",
      "deployments[2].tls.key",
      "deployments[3].passwordFile",
    ]);
    expect(exposed(withoutSecrets, 0o644)).toEqual(["keyFile"]);
    // systemd's own copies: their access list appears as rights of the group.
    expect(exposed(withoutSecrets, 0o440, { CREDENTIALS_DIRECTORY: folder })).toEqual([]);
  },
);

test.each([
  ["/run/secrets/agent-key", true],
  ["/var/run/secrets/shardwatch/agent-key", true],
  ["/run/credentials/agent.service/agent.key", true],
  ["/run/agent-key", false],
  ["/home/me/run/secrets/agent-key", false],
])("SLF06 AGT31 what an orchestrator hands over is not warned of: %s", (path, handedOver) => {
  expect(isHandedOver(path, "/run/credentials/agent.service")).toBe(handedOver);
});

test("AGT31 the warning is one line that names the settings and the cure, however many there are", () => {
  expect(exposureWarning([])).toBeUndefined();
  expect(exposureWarning(["key", "deployments[0].password"])).toBe(
    "other users of this host may have access to the secrets of key, deployments[0].password. Run chmod 600 on the " +
      "file that holds each: the one that the setting names, else the configuration itself",
  );
  const many = exposureWarning(Array.from({ length: 500 }, (_, index) => `deployments[${index}].password`));
  expect(many).toContain("deployments[9].password and 490 more. Run chmod 600");
});
