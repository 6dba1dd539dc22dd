import { idOfProgram, isPersonal } from "@shardwatch/core/kit/composite-key";
import { command, type Work } from "../command.ts";
import { exit, type ExitCode, Failure, wrongUsage } from "../exit.ts";
import { mayRead } from "./may-read.ts";

const options = { yes: { short: "y", help: "revoke without a question" } } as const;

export const token = command({
  name: "token",
  summary: "Show whether your token works, or revoke it",
  words: "show|revoke",
  most: 1,
  choices: ["show", "revoke"],
  about: [
    "`show` checks form and checksum, then asks the API. It never prints the token.",
    "`revoke` ends the token at once and for everybody who has it. It needs no scope: who finds a token can end it.",
  ],
  options,
  examples: [
    { line: "shardwatch token show", does: "Whether the API takes it." },
    { line: "SHARDWATCH_TOKEN=sw_tok_… shardwatch token revoke --yes", does: "Ends one that got out." },
  ],
  run: async (work) => (work.words[0] === "show" ? await show(work) : await revoke(work)),
});

async function show({ api, profiles, machine, output }: Work<typeof options>): Promise<ExitCode> {
  const { token: text, url, profile } = profiles.find();
  const id = idOfProgram(text);
  const known = [
    { label: isPersonal(text) ? "Session" : "Token", value: id },
    { label: "From", value: profile === undefined ? "SHARDWATCH_TOKEN" : `profile ${profile}` },
    { label: "API", value: url },
  ];
  machine.stdout.write(output.facts(known));
  if (id === undefined) throw new Failure(exit.signedOut, "The token is mistyped. The API was not asked.");
  const works = (await mayRead(api())) ? "yes, and may read" : "yes, without the scope read";
  machine.stdout.write(output.facts([{ label: "Works", value: works }]));
  return exit.done;
}

async function revoke({ values, api, profiles, machine, say }: Work<typeof options>): Promise<ExitCode> {
  const { token: text, profile } = profiles.find();
  const id = idOfProgram(text) ?? "";
  if (!values.yes) {
    if (!machine.canAsk) throw wrongUsage("Nobody can be asked here. Say --yes to revoke the token.");
    const answer = await machine.ask(`Revoke ${id}, for everybody who has it? [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw wrongUsage("Nothing was revoked.");
  }
  await api().delete("/token", {});
  if (profile !== undefined) profiles.remove();
  say(`${id} is revoked.`);
  return exit.done;
}
