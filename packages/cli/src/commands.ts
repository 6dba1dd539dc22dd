import { command, type Command } from "./command.ts";
import { ack } from "./commands/ack.ts";
import { apply } from "./commands/apply.ts";
import { changes } from "./commands/changes.ts";
import { check } from "./commands/check.ts";
import { databases } from "./commands/databases.ts";
import { exportCommand } from "./commands/export.ts";
import { history } from "./commands/history.ts";
import { incidents } from "./commands/incidents.ts";
import { list } from "./commands/list.ts";
import { mcp } from "./commands/mcp.ts";
import { login } from "./commands/login.ts";
import { logout } from "./commands/logout.ts";
import { outlook } from "./commands/outlook.ts";
import { rules } from "./commands/rules.ts";
import { show } from "./commands/show.ts";
import { silence } from "./commands/silence.ts";
import { targets } from "./commands/targets.ts";
import { token } from "./commands/token.ts";
import { completionFor, type Shell, shells } from "./completion.ts";
import { exit } from "./exit.ts";

const names = Object.keys(shells) as Shell[];

/** Here, because it is about the whole table. */
const completion = command({
  name: "completion",
  summary: "Print a script with which a shell completes commands, options and fields",
  words: names.join("|"),
  most: 1,
  choices: names,
  options: {},
  examples: [
    { line: "source <(shardwatch completion bash)", does: "For bash. In ~/.bashrc, for every shell." },
    { line: "shardwatch completion fish | source", does: "For fish." },
  ],
  run: async ({ words, machine }) => {
    const shell = names.find((one) => one === words[0]) ?? "bash";
    machine.stdout.write(completionFor(shell, commands));
    return await Promise.resolve(exit.done);
  },
});

/** Every command, in the order of the help. A new one is a line here. */
export const commands: readonly Command[] = [
  list,
  databases,
  show,
  history,
  changes,
  outlook,
  targets,
  incidents,
  check,
  ack,
  rules,
  silence,
  apply,
  exportCommand,
  login,
  logout,
  token,
  mcp,
  completion,
];
