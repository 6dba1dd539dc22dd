import { command } from "../command.ts";
import { exit } from "../exit.ts";
import { Bridge } from "../mcp/bridge.ts";

export const mcp = command({
  name: "mcp",
  summary: "Let an assistant on this machine read, by the Model Context Protocol",
  most: 0,
  about: [
    "An editor starts it, and sends messages to its input. It carries them to the API and back. Who manages the organization has to switch assistants on, under Settings, Programs.",
    "It reads with `SHARDWATCH_TOKEN`, or as the person of the profile. It ends with its input.",
  ],
  examples: [
    { line: "shardwatch mcp", does: "What an editor runs. Its configuration names this command." },
    { line: "shardwatch mcp --profile work", does: "As another person, or at another server." },
  ],
  async run({ api, machine, say }) {
    await new Bridge({ api: api(), machine, say }).run();
    return machine.interrupted.aborted ? exit.interrupted : exit.done;
  },
});
