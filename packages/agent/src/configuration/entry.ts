import { readDeployment } from "./deployment.ts";
import { readEnterprise } from "./enterprise.ts";
import type { Faults } from "./faults.ts";
import type { Surroundings } from "./files.ts";
import type { DeploymentSettings } from "./settings.ts";

const types = ["redis", "enterprise"];

/** One entry of `deployments`, by its type; undefined when it is unusable, with all its faults noted. */
export function readEntry(
  value: unknown,
  path: string,
  surroundings: Surroundings,
  faults: Faults,
): DeploymentSettings | undefined {
  const { type = "redis", url }: { type?: unknown; url?: unknown } =
    typeof value === "object" && value !== null ? value : {};
  if (type === "enterprise") return readEnterprise(value, path, surroundings, faults);
  if (type === "redis" && url === undefined) return readDeployment(value, path, surroundings, faults);
  faults.note(
    `${path}.type`,
    type === "redis"
      ? "must be enterprise where url is given; without it, give address instead of url"
      : `must be one of ${types.join(", ")}`,
  );
  return undefined;
}
