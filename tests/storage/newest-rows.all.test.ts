import { expect, test } from "vitest";
import { kindOf } from "../support/row-kinds.ts";
import { type Item, itemsOf, readFixture, releases, startStage } from "./fixtures.ts";
import { tellStory } from "./story.ts";

const newest = releases().at(-1) ?? "";

/** The attributes of rows with their types, by the kind of the row. */
function attributesOf(items: readonly Item[]): Set<string> {
  const all = items.flatMap((item) => {
    const kind = kindOf({ pk: item["pk"]?.S ?? "", sk: item["sk"]?.S ?? "" });
    return Object.entries(item).map(([name, value]) => `${kind}: ${name} ${Object.keys(value).join()}`);
  });
  return new Set(all);
}

// It plays the whole story, which takes long on a busy machine.
test(
  "R22 the rows of the newest release have every attribute that is written today",
  { timeout: 180_000 },
  async () => {
    const stage = await startStage();
    await tellStory(stage.world, stage.integrations);
    const today = attributesOf(await itemsOf(stage.world));
    await stage.stop();
    expect([...today].filter((one) => !attributesOf(readFixture(newest).items).has(one))).toEqual([]);
  },
);
