import { command } from "../command.ts";
import { exit, Failure } from "../exit.ts";

export const logout = command({
  name: "logout",
  summary: "Forget a stored token",
  most: 0,
  about: ["The token goes on working for others who have it, unless it is revoked."],
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
    if (values.revoke) await apiWith(stored).delete("/token", {});
    profiles.remove();
    say(`The profile ${profiles.name} is gone${values.revoke ? ", and its token is revoked" : ""}.`);
    return exit.done;
  },
});
