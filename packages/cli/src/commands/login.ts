import { command, type Work } from "../command.ts";
import { apiAddress, checkedToken } from "../credentials/profiles.ts";
import { exit, type ExitCode, wrongUsage } from "../exit.ts";
import { mayRead } from "./may-read.ts";
import { signInByCode } from "./sign-in-by-code.ts";

const longestInput = 4_096;

const options = {
  "with-token": { help: "read an API token from the standard input" },
  scopes: { value: "scopes", help: "ask for these, separated by commas; the person decides" },
} as const;

export const login = command({
  name: "login",
  summary: "Sign in as yourself in the browser, or store a token",
  words: "<address of the API>",
  most: 1,
  about: [
    "It shows an address and a code. Open the address in any browser, compare the code, and say what the command line may do. It acts as you, with your role, for 90 days at most. The list of your command lines is under Settings, You.",
    "With `--with-token` it takes a token of the organization, from the standard input, and never from an argument: others could see it there. The API is asked whether it takes the token before it is stored.",
    "Profiles are in `shardwatch/config` below `XDG_CONFIG_HOME`, or below `~/.config`, for you alone. With SHARDWATCH_URL and SHARDWATCH_TOKEN set, none is used.",
  ],
  options,
  examples: [
    {
      line: "shardwatch login https://shardwatch.example/api",
      does: "As yourself, and the profile `default`.",
    },
    {
      line: "shardwatch login https://shardwatch.example/api --scopes read,incidents,rules",
      does: "Asks for more than reading, acknowledging and silencing.",
    },
    {
      line: "pass show shardwatch | shardwatch login https://shardwatch.example/api --with-token --profile work",
      does: "With a token from a password manager, as another profile.",
    },
  ],
  async run(work) {
    const [address] = work.words;
    if (address === undefined) throw wrongUsage("Where is the API? Give its address.");
    const url = apiAddress(address);
    return work.values["with-token"] ? await storeToken(work, url) : await signInByCode(work, url);
  },
});

async function storeToken(
  { machine, apiWith, profiles, say }: Work<typeof options>,
  url: string,
): Promise<ExitCode> {
  if (machine.canAsk) say("Paste the token, then press Enter and Ctrl-D.");
  const token = checkedToken(await machine.readInput(longestInput));
  const reads = await mayRead(apiWith({ url, token }));
  profiles.store({ url, token });
  say(`Signed in to ${url} as the profile ${profiles.name}.${reads ? "" : " The token has no scope read."}`);
  return exit.done;
}
