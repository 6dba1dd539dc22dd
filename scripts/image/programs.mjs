/** @typedef {{ title: string, architectures: readonly string[], config: Record<string, unknown> }} Program */

/**
 * The user that both images run as, and the owner of what they may write. Above the numbers of system users, so that
 * no host has one with this number by chance.
 */
export const user = 10_001;

const second = 1_000_000_000; // in nanoseconds, the unit of health checks

/** @param {readonly string[]} test @param {number} interval in seconds */
const healthCheck = (test, interval) => ({
  Test: ["CMD", ...test],
  Interval: interval * second,
  Timeout: 10 * second,
  StartPeriod: 30 * second,
  Retries: 3,
});

/** Where the server's image keeps its data. */
const dataFolder = "/var/lib/shardwatch";

/**
 * The programs that have an image, by name. OCI's own names are in `config`; health checks are an addition of Docker's,
 * which others leave out.
 * @see https://github.com/opencontainers/image-spec/blob/main/config.md
 * @type {Readonly<Record<"server" | "agent", Program>>}
 */
export const programs = {
  server: {
    title: "Shardwatch server",
    // The embedded database exists for this one only.
    architectures: ["amd64"],
    config: {
      User: `${user}:${user}`,
      Env: [
        "PATH=/usr/bin",
        "BIND=0.0.0.0",
        "PORT=8080",
        `SHARDWATCH_DATA=${dataFolder}`,
        "WEB_DIST=/app/web",
      ],
      Entrypoint: ["/usr/bin/shardwatch-server"],
      ExposedPorts: { "8080/tcp": {} },
      Volumes: { [dataFolder]: {} },
      WorkingDir: "/",
      StopSignal: "SIGTERM",
      Healthcheck: healthCheck(["/usr/bin/shardwatch-server", "health"], 30),
    },
  },
  agent: {
    title: "Shardwatch agent",
    architectures: ["amd64", "arm64"],
    config: {
      User: `${user}:${user}`,
      Env: ["PATH=/usr/bin", "SHARDWATCH_HEALTH_FILE=/tmp/agent.health"],
      // The options keep the memory small. A probe is over before they matter.
      Entrypoint: [
        "/usr/bin/node",
        "--max-semi-space-size=1",
        "--single-threaded",
        "/usr/bin/shardwatch-agent",
      ],
      Cmd: ["run"],
      WorkingDir: "/",
      StopSignal: "SIGTERM",
      Healthcheck: healthCheck(["/usr/bin/shardwatch-agent", "health"], 60),
    },
  },
};

/**
 * The configuration of a program's image, with its labels.
 * @param {Program} program
 * @param {string} version
 */
export const configOf = ({ title, config }, version) => ({
  ...config,
  Labels: {
    "org.opencontainers.image.title": title,
    "org.opencontainers.image.version": version,
    "org.opencontainers.image.licenses": "MIT",
  },
});
