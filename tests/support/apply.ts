import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RuleList } from "@shardwatch/core/contract/incident/rule-list";
import { hour } from "@shardwatch/core/kit/time";
import type { TokenScope } from "@shardwatch/core/contract/token/scopes";
import { type Around, CommandLine, type Ran, type ServedWorld } from "./command-line.ts";
import { createToken } from "./tokens.ts";
import { call, type Person, signUp, type World } from "./world.ts";

export const hookUrl = "https://hooks.example.com/in/0123456789abcd";
export const hookSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** An organization whose configuration is a file. */
export interface Applying {
  owner: Person;
  line: CommandLine;
  /** Applies a text, with these options behind it. */
  apply: (text: string, options?: readonly string[], around?: Around) => Promise<Ran>;
  /** Calls the API, as the pipeline that applies. */
  ask: (method: string, path: string, body?: object) => Promise<unknown>;
  /** What there is, without what differs between two organizations. */
  state: () => Promise<unknown>;
}

/** A new organization, and a pipeline that may change what a file has. */
export async function applying(
  world: World,
  api: ServedWorld,
  { owner, scopes }: { owner?: Person; scopes?: readonly TokenScope[] } = {},
): Promise<Applying> {
  const person = owner ?? (await signUp(world));
  const { secret } = await createToken(world, person, scopes ? { scopes } : {});
  const env = { SHARDWATCH_URL: api.url, SHARDWATCH_TOKEN: secret, HOOK: hookUrl, HOOK_SECRET: hookSecret };
  const line = new CommandLine(env, world.clock.now);
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    world.clock.advance(1);
    const answer = await call(world, method, path, { key: secret, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : await answer.json();
  };
  return {
    owner: person,
    line,
    ask,
    async apply(text, options = [], around = {}) {
      world.clock.advance(1_000);
      const path = join(line.home, "fleet.yaml");
      writeFileSync(path, text);
      return await line.run(["apply", "-f", path, ...options], around);
    },
    async state() {
      const { channels } = (await ask("GET", "/channels")) as { channels: Record<string, unknown>[] };
      const { silences } = (await ask("GET", "/silences")) as { silences: Record<string, unknown>[] };
      const { rules } = (await ask("GET", "/rules")) as RuleList;
      const { views } = (await ask("GET", "/views")) as { views: Record<string, unknown>[] };
      const byText = (some: unknown[]) =>
        some.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
      return {
        channels: byText(
          channels.map(({ kind, name, managed }) => {
            const { target, minimum, on } = managed as Record<string, unknown>;
            return { kind, name, target, minimum, on };
          }),
        ),
        rules: rules.map(({ name, condition, channels: some, changes }) => ({
          name,
          condition,
          channels: byText(some.map((one) => one.name)),
          isChanged: changes !== undefined,
        })),
        silences: byText(
          silences.map(({ scope, reason, until }) => ({ scope: scopeOf(scope, rules), reason, until })),
        ),
        views: byText(
          views.map(({ name, list, filter, sort, columns, shared }) => ({
            name,
            list,
            filter,
            sort,
            columns,
            shared,
          })),
        ),
      };
    },
  };
}

/** With the name of an own rule instead of its id. */
const scopeOf = (scope: unknown, rules: RuleList["rules"]) => {
  const { rule } = scope as { rule?: string };
  return rules.find(({ id, own }) => own && id === rule)?.name ?? scope;
};

/** All that a file can say. Its times stay, so that it does. */
export function wholeFile(world: World) {
  const later = (hours: number) => new Date(world.clock.now() + hours * hour).toISOString();
  const [begin, end, night] = [later(30), later(32), later(200)];
  const whole = `
channels:
  - kind: mail
    minimum: critical
  - kind: webhook
    name: Pager
    urlEnv: HOOK
    secretEnv: HOOK_SECRET
    minimum: info
  - { kind: webhook, name: Archive, urlEnv: HOOK, secretEnv: HOOK_SECRET, on: false }
silences:
  - reason: Weekly maintenance
    filter: region:eu-west-1 tls:no
    from: ${begin}
    until: ${end}
  - { reason: A known fault, rule: unwell, until: "${night}" }
  - { reason: Everything, all: true, until: "${night}" }
views:
  - name: Full
    filter: util>90
    sort: { by: memory, order: desc }
  - { name: No TLS, list: databases, filter: "tls:no", columns: [name, memory] }
`;
  return { whole, begin, end, night };
}

/** How a connection breaks: at one call, or from that call on; before the server has the call, or after. */
export interface Break {
  at: number;
  when: "before" | "after";
  isLasting: boolean;
}

/**
 * Applies one file, and then another one whose network breaks. Then it is applied again, with a network that works. Resolves
 * with both runs, how many calls the broken one made, and what there is in the end.
 */
export async function appliedAgain(
  world: World,
  api: ServedWorld,
  { from, to }: { from: string; to: string },
  { at, when, isLasting }: Break,
) {
  const { apply, state } = await applying(world, api);
  await apply(from);
  let calls = 0;
  api.breaks = () => {
    calls += 1;
    return calls === at || (isLasting && calls > at) ? when : undefined;
  };
  const first = await apply(to, ["--prune"]);
  const asked = calls;
  api.breaks = () => undefined;
  const second = await apply(to, ["--prune"]);
  return { first, second, asked, state: await state() };
}
