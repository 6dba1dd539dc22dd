import { command } from "../command.ts";
import { apiAddress, checkedToken } from "../credentials/profiles.ts";
import { exit, wrongUsage } from "../exit.ts";
import { mayRead } from "./may-read.ts";

const longestInput = 4_096;

export const login = command({
  name: "login",
  summary: "Store a token, as a profile that only you can read",
  words: "<address of the API>",
  most: 1,
  about: [
    "The token is read from the standard input, and never from an argument: others could see it there. The API is asked whether it takes the token before it is stored.",
    "Profiles are in `shardwatch/config` below `XDG_CONFIG_HOME`, or below `~/.config`. With SHARDWATCH_URL and SHARDWATCH_TOKEN set, none is used.",
  ],
  options: {
    "with-token": { help: "read an API token from the standard input" },
  },
  examples: [
    {
      line: "shardwatch login https://shardwatch.example/api --with-token < token.txt",
      does: "As the profile `default`.",
    },
    {
      line: "pass show shardwatch | shardwatch login https://shardwatch.example/api --with-token --profile work",
      does: "From a password manager, as another profile.",
    },
  ],
  async run({ values, words, profiles, machine, apiWith, say }) {
    if (!values["with-token"])
      throw wrongUsage("login needs --with-token, and a token on its standard input.");
    const [address] = words;
    if (address === undefined) throw wrongUsage("Where is the API? Give its address.");
    const url = apiAddress(address);
    if (machine.canAsk) say("Paste the token, then press Enter and Ctrl-D.");
    const token = checkedToken(await machine.readInput(longestInput));
    const reads = await mayRead(apiWith({ url, token }));
    profiles.store({ url, token });
    say(
      `Signed in to ${url} as the profile ${profiles.name}.${reads ? "" : " The token has no scope read."}`,
    );
    return exit.done;
  },
});
