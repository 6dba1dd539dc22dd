import { isId } from "@shardwatch/core/kit/ids";
import { writeWords } from "@shardwatch/core/contract/filter/line";
import type { Api } from "../api/api.ts";
import { exit, Failure, wrongUsage } from "../exit.ts";

const largestPage = 1_000;

/** The id of a deployment from its id or its exact name. Throws a Failure for none, and for several of that name. */
export async function idOf(api: Api, words: readonly string[]): Promise<string> {
  const name = words.join(" ");
  if (name === "") throw wrongUsage("Name a deployment: its id, or its exact name.");
  if (isId("deployment", name)) return name;
  const query = { q: writeWords(name), limit: String(largestPage) };
  const { deployments } = await api.get("/deployments", { query });
  const found = deployments.filter((one) => one.name === name);
  const [only, another] = found;
  if (!only) throw new Failure(exit.refused, `There is no deployment “${name}”.`);
  if (another)
    throw new Failure(
      exit.refused,
      `There are ${found.length} deployments “${name}”. Give an id:`,
      found.slice(0, 20).map(({ id, type, source }) => `${id}  ${type}  ${source}`),
    );
  return only.id;
}
