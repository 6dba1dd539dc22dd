import { fieldNames } from "@shardwatch/core/contract/filter/fields";
import type { Command } from "./command.ts";
import { optionsOf } from "./parse.ts";

/** What can be written behind a command. All of it is a word of ours: no shell finds anything to run in it. */
interface Offered {
  name: string;
  summary: string;
  /** Words, or fields of the filter with their colon. */
  words: readonly string[];
  /** The options, with what may follow each. */
  options: readonly { flag: string; help: string; takesValue: boolean; values: readonly string[] }[];
}

const offered = (commands: readonly Command[]): Offered[] =>
  commands.map((one) => ({
    name: one.name,
    summary: one.summary,
    words: one.takesFilter ? fieldNames.map((field) => `${field}:`) : (one.choices ?? []),
    options: Object.entries(optionsOf(one)).map(([name, { help, value, words = [] }]) => ({
      flag: `--${name}`,
      help: help.replaceAll(/[`']/g, ""),
      takesValue: value !== undefined,
      values: words,
    })),
  }));

const flagsOf = ({ options }: Offered) => options.map(({ flag }) => flag).join(" ");

function bash(commands: readonly Offered[]): string {
  const valuesOf = (one: Offered) =>
    one.options
      .filter(({ takesValue }) => takesValue)
      .map(
        ({ flag, values }) =>
          `    ${one.name}:${flag}) COMPREPLY=($(compgen -W "${values.join(" ")}" -- "$word")); return ;;\n`,
      )
      .join("");
  return `# Completion of shardwatch for bash: source <(shardwatch completion bash)
_shardwatch() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} help --version" -- "$word"))
    return
  fi
  case "$command:$before" in
${commands.map(valuesOf).join("")}  esac
  case "$command" in
${commands.map((one) => `    ${one.name}) COMPREPLY=($(compgen -W "${[...one.words, flagsOf(one)].join(" ").trim()}" -- "$word")) ;;\n`).join("")}    help) COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$word")) ;;
  esac
  case "\${COMPREPLY[0]-}" in *:) compopt -o nospace ;; esac
}
# A colon divides no words here: it is a part of the filter.
COMP_WORDBREAKS="\${COMP_WORDBREAKS//:/}"
complete -F _shardwatch shardwatch
`;
}

function zsh(commands: readonly Offered[]): string {
  const quoted = (text: string) =>
    text.replaceAll(/[[\]:']/g, (found) => (found === "'" ? "" : `\\${found}`));
  const specOf = ({ flag, help, takesValue, values }: Offered["options"][number]) =>
    `'${flag}[${quoted(help)}]${takesValue ? `:value:(${values.join(" ")})` : ""}'`;
  return `#compdef shardwatch
# Completion of shardwatch for zsh: shardwatch completion zsh > a folder of $fpath/_shardwatch
_shardwatch() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, summary }) => `      '${name}:${quoted(summary)}'\n`).join("")}    )
    _describe command commands
    return
  fi
  local command="\${words[2]}"
  shift words; (( CURRENT-- ))
  case "$command" in
${commands
  .map(
    (one) =>
      `    ${one.name}) _arguments -S ${one.options.map(specOf).join(" ")} '*:word:compadd -S "" -- ${one.words.join(" ")}' ;;\n`,
  )
  .join("")}  esac
}
compdef _shardwatch shardwatch
`;
}

function fish(commands: readonly Offered[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "")}'`;
  const within = (name: string) => `-n '__fish_seen_subcommand_from ${name}'`;
  const ofOption = (name: string, { flag, help, takesValue, values }: Offered["options"][number]) =>
    `complete -c shardwatch ${within(name)} -l ${flag.slice(2)} -d ${quoted(help)}${takesValue ? ` -x -a ${quoted(values.join(" "))}` : ""}\n`;
  return `# Completion of shardwatch for fish: shardwatch completion fish | source
complete -c shardwatch -f
${commands
  .map(
    (one) =>
      `complete -c shardwatch -n __fish_use_subcommand -a ${one.name} -d ${quoted(one.summary)}\n` +
      one.options.map((option) => ofOption(one.name, option)).join("") +
      (one.words.length > 0
        ? `complete -c shardwatch ${within(one.name)} -a ${quoted(one.words.join(" "))}\n`
        : ""),
  )
  .join("")}`;
}

/** The shells whose completion there is. */
export const shells = { bash, zsh, fish };
export type Shell = keyof typeof shells;

/** The script that completes these commands in a shell. It needs no program, and asks no server. */
export const completionFor = (shell: Shell, commands: readonly Command[]): string =>
  shells[shell](offered(commands));
