import type { RedisSettings } from "../../../configuration/settings.ts";
import type { Connection } from "./connection.ts";
import { ErrorReply } from "./reply.ts";

/**
 * Logs in where the settings have a password. "superfluous" is a server without a password, which accepts
 * everybody. Rejects with the server's ErrorReply, or as `Connection.send` does.
 */
export async function logIn(
  connection: Connection,
  { username, password }: RedisSettings,
): Promise<"accepted" | "superfluous" | undefined> {
  if (!password) return undefined;
  const reply = await connection.authenticate(username, password.reveal());
  if (reply === true) return "accepted";
  if (wantsNoPassword(reply)) return "superfluous";
  throw reply;
}

/** The first form is of Redis 6 and newer, the second of older versions. */
function wantsNoPassword({ message }: ErrorReply): boolean {
  return /without any password configured|no password is set/.test(message);
}
