import { authorityFile, passwordFile, type WatchedServer } from "@shardwatch/core/kit/agent-configuration";
import { askPassword, isNew, writeNew } from "./posix-steps.ts";
import { onlyForMe, type System } from "./snippets.ts";

/** What an installation needs: the configuration, and where the agent is. */
export interface Installation {
  /** The text of agent.yaml. */
  configuration: string;
  /** Whether the command asks for the server's password. */
  needsPassword?: boolean;
  /** The folder with the agent's file and SHA256SUMS; undefined where people download it by hand. */
  download: string | undefined;
  /** The page of releases, for those who download it by hand. */
  releases: string | undefined;
}

const agent = "shardwatch-agent.mjs";
const sums = "SHA256SUMS";
const byHand = ({ releases }: Installation) =>
  releases
    ? `# First download ${agent} and ${sums} from ${releases} into this folder.`
    : `# First copy ${agent} and ${sums} into this folder. In a checkout of Shardwatch, npm run package-agent makes both.`;

/** What to do with a file of an agent that is installed already. */
const runAsIs = ` To run it as it is: node ${agent} run --config agent.yaml`;

/** The checksum's command on each system with a POSIX shell. */
const checksums = { linux: "sha256sum", macos: "shasum -a 256" } as const;

/**
 * Every command runs only if the one before it succeeded. Only the check may find something: then the agent reports that
 * it can't read the server, and the page says what to change.
 */
function posix(system: keyof typeof checksums, installation: Installation): string {
  const { configuration, needsPassword, download } = installation;
  const fetched = download
    ? `curl -fsS -O ${download}/${agent} -O ${download}/${sums} &&`
    : byHand(installation);
  return `${fetched}
${checksums[system]} --check --ignore-missing ${sums} &&
${isNew("agent.yaml", runAsIs)}${needsPassword ? isNew(passwordFile) + askPassword(passwordFile) : ""}${writeNew("agent.yaml", configuration)}{ node ${agent} check --config agent.yaml || true; } &&
node ${agent} run --config agent.yaml
`;
}

/** Reads a password without showing it. Set-Content would write it in an old encoding, or with a mark in front. */
const askInPowerShell = `$password = New-Object PSCredential redis, (Read-Host -AsSecureString "Password of the Redis server")
[IO.File]::WriteAllText("$PWD\\${passwordFile}", $password.GetNetworkCredential().Password)
${onlyForMe("windows", passwordFile)}
`;

/** A block, so that PowerShell reads all of it before it asks for a password, and ends all of it at a fault. */
function powerShell(installation: Installation): string {
  const { configuration, needsPassword, download } = installation;
  const fetched = download
    ? `foreach ($file in "${agent}", "${sums}") { Invoke-WebRequest "${download}/$file" -OutFile $file }`
    : byHand(installation);
  return `& {
${fetched}
$sum = (Get-FileHash ${agent}).Hash
if (-not (Select-String -Quiet $sum ${sums})) { throw "The checksum of ${agent} is wrong." }
foreach ($file in "agent.yaml"${needsPassword ? `, "${passwordFile}"` : ""}) { if (Test-Path $file) { throw "$file exists already. Remove it, or paste this into another folder." } }
${needsPassword ? askInPowerShell : ""}@'
${configuration}'@ | Set-Content agent.yaml
${onlyForMe("windows", "agent.yaml")}
node ${agent} check --config agent.yaml
node ${agent} run --config agent.yaml
}
`;
}

/** One command that downloads the agent, compares its checksum, writes agent.yaml, checks it and runs it. */
export function installCommand(system: System, installation: Installation): string {
  return system === "windows" ? powerShell(installation) : posix(system, installation);
}

/** Runs the installed agent as a service with systemd, as a user of its own. */
export function serviceCommand({ needsPassword, usesTls, hasPrivateAuthority }: WatchedServer): string {
  const files = [
    "agent.yaml",
    ...(needsPassword ? [passwordFile] : []),
    ...(usesTls && hasPrivateAuthority ? [authorityFile] : []),
  ];
  return `sudo install -D -m 644 -t /opt/shardwatch ${agent} &&
sudo install -D -m 600 -t /etc/shardwatch ${files.join(" ")} &&
sudo tee /etc/systemd/system/shardwatch-agent.service >/dev/null <<'END' &&
[Unit]
Description=Shardwatch agent
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=/usr/bin/env node --max-semi-space-size=1 --single-threaded /opt/shardwatch/${agent} run --config %d/agent.yaml
${files.map((file) => `LoadCredential=${file}:/etc/shardwatch/${file}`).join("\n")}
Restart=on-failure
RestartSec=30
DynamicUser=yes
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
MemoryMax=256M

[Install]
WantedBy=multi-user.target
END
sudo systemctl enable --now shardwatch-agent
`;
}
