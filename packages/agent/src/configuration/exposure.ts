import { statSync } from "node:fs";
import { dirname } from "node:path";

/** Where Docker, Podman and the example for Kubernetes put the secrets of a container. */
const containerSecrets = /^(\/var)?\/run\/secrets\//;

/**
 * Whether something else than a person set the rights of a file with a secret. Other users cannot enter systemd's folder
 * of credentials, but the access list for the service would look like rights of the group. An orchestrator gives
 * secrets to all users of a container, and only the agent runs there.
 */
export const isHandedOver = (path: string, credentialsFolder: string | undefined): boolean =>
  dirname(path) === credentialsFolder || containerSecrets.test(path);

/**
 * Whether other users of this host may have access to a file. Never on Windows, whose rights are not modes.
 * @param credentialsFolder systemd's $CREDENTIALS_DIRECTORY, where it runs the agent
 */
export function isExposed(path: string, credentialsFolder: string | undefined): boolean {
  if (process.platform === "win32" || isHandedOver(path, credentialsFolder)) return false;
  try {
    return (statSync(path).mode & 0o077) !== 0;
  } catch {
    return false; // it was read a moment ago and is deleted: nobody can read it any more
  }
}

const mostNamed = 10;

/** A warning for a person. Undefined when no file with a secret is open to other users of the host. */
export function exposureWarning(settings: readonly string[]): string | undefined {
  if (settings.length === 0) return undefined;
  const named = settings.slice(0, mostNamed).join(", ");
  const more = settings.length > mostNamed ? ` and ${settings.length - mostNamed} more` : "";
  return (
    `other users of this host may have access to the secrets of ${named}${more}. Run chmod 600 on the file that ` +
    "holds each: the one that the setting names, else the configuration itself"
  );
}
