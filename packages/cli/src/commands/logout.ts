import { command } from "../command.ts";
import { isPersonal } from "@shardwatch/core/kit/composite-key";
import type { Api } from "../api/api.ts";
import { exit, Failure } from "../exit.ts";

export const logout = command({
  name: "logout",
  summary: "Sign out: forget what is stored",
  most: 0,
  about: [
    "A session of yours ends. A token of the organization goes on working for others who have it, unless it is revoked.",
  ],
  options: {
    revoke: { help: "end the token too, for everybody who has it" },
  },
  examples: [
    { line: "shardwatch logout", does: "Forgets the profile `default`." },
    { line: "shardwatch logout --revoke --profile work", does: "Ends its token, too." },
  ],
  async run({ values, profiles, apiWith, say }) {
    const stored = profiles.stored();
    if (!stored) throw new Failure(exit.signedOut, `There is no profile “${profiles.name}”.`);
    if (isPersonal(stored.token)) {
      const isEnded = await endSession(apiWith(stored));
      profiles.remove();
      say(`Signed out of ${stored.url}.`);
      if (!isEnded) say("The API could not be asked, so end the session under Settings, You.");
      return exit.done;
    }
    if (values.revoke) await apiWith(stored).delete("/token", {});
    profiles.remove();
    say(`The profile ${profiles.name} is gone${values.revoke ? ", and its token is revoked" : ""}.`);
    return exit.done;
  },
});

/** Ends the session. False where the API could not be asked. */
export async function endSession(api: Api): Promise<boolean> {
  try {
    await api.delete("/token", {});
    return true;
  } catch (error) {
    // A session that is over is what was wanted.
    if (error instanceof Failure) return error.exitCode === exit.signedOut;
    throw error;
  }
}
