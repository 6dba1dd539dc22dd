import { answersTo } from "./answers.ts";
import { itemsOf, load, startStage, writeFixture } from "./fixtures.ts";
import { tellStory } from "./story.ts";

/*
 * `npm run fixture -- 0.3.0` writes the rows of this release and their answers. After a release its file
 * never changes again.
 */
const [release] = process.argv.slice(2);
if (release === undefined || !/^\d+\.\d+\.\d+$/.test(release))
  throw new Error("name the release, e.g. 0.3.0");

const writing = await startStage();
const handles = await tellStory(writing.world, writing.integrations);
const items = await itemsOf(writing.world);
await writing.stop();

// The answers come from a second world, which has only the rows.
const reading = await startStage();
await load(reading.world, { handles, items, answers: {} });
const answers = await answersTo(reading.world, handles);
await reading.stop();
writeFixture(release, { handles, items, answers });
process.exit();
