import { onlyForMe, type System } from "./snippets.ts";

/** What an installation needs: the configuration, and where the agent is. */
export interface Installation {
  /** The text of agent.yaml. */
  configuration: string;
  /** The folder with the agent's file and SHA256SUMS; undefined where people download it by hand. */
  download: string | undefined;
  /** The page of releases, for those who download it by hand. */
  releases: string | undefined;
}

const agent = "shardwatch-agent.mjs";
const sums = "SHA256SUMS";
const byHand = ({ releases }: Installation) =>
  `# First download ${agent} and ${sums}${releases ? ` from ${releases}` : ""} into this folder.`;

/** Replacing the file would lose another key. */
const kept =
  "agent.yaml exists already. Remove it, or paste this into another folder. To run it as it is: node shardwatch-agent.mjs run --config agent.yaml";

/** The checksum's command on each system with a POSIX shell. */
const checksums = { linux: "sha256sum", macos: "shasum -a 256" } as const;

/**
 * Every command runs only if the one before it succeeded. Only the check may find something: then the agent reports that
 * it can't read the server, and the page says what to change.
 */
function posix(system: keyof typeof checksums, installation: Installation): string {
  const { configuration, download } = installation;
  const fetched = download
    ? `curl -fsS -O ${download}/${agent} -O ${download}/${sums} &&`
    : byHand(installation);
  return `${fetched}
${checksums[system]} --check --ignore-missing ${sums} &&
{ test ! -e agent.yaml || { echo "${kept}" >&2; false; }; } &&
(umask 077 && set -C && cat > agent.yaml) <<'END' &&
${configuration}END
{ node ${agent} check --config agent.yaml || true; } &&
node ${agent} run --config agent.yaml
`;
}

function powerShell(installation: Installation): string {
  const { configuration, download } = installation;
  const fetched = download
    ? `foreach ($file in "${agent}", "${sums}") { Invoke-WebRequest "${download}/$file" -OutFile $file }`
    : byHand(installation);
  return `${fetched}
$sum = (Get-FileHash ${agent}).Hash
if (-not (Select-String -Quiet $sum ${sums})) { throw "The checksum of ${agent} is wrong." }
if (Test-Path agent.yaml) { throw "${kept}" }
@'
${configuration}'@ | Set-Content agent.yaml
${onlyForMe.windows}
node ${agent} check --config agent.yaml
node ${agent} run --config agent.yaml
`;
}

/** One command that downloads the agent, compares its checksum, writes agent.yaml, checks it and runs it. */
export function installCommand(system: System, installation: Installation): string {
  return system === "windows" ? powerShell(installation) : posix(system, installation);
}

/** Runs the installed agent as a service with systemd, as a user of its own. */
export const serviceCommand = `sudo install -D -m 644 -t /opt/shardwatch ${agent} &&
sudo install -D -m 600 -t /etc/shardwatch agent.yaml &&
sudo tee /etc/systemd/system/shardwatch-agent.service >/dev/null <<'END' &&
[Unit]
Description=Shardwatch agent
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=/usr/bin/env node --max-semi-space-size=1 --single-threaded /opt/shardwatch/${agent} run --config %d/agent.yaml
LoadCredential=agent.yaml:/etc/shardwatch/agent.yaml
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
