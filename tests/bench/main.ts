import { agent } from "./agent.ts";
import { census } from "./census.ts";
import { bundles, webSize } from "./bundles.ts";
import { charts } from "./charts.ts";
import { largeList, pageLoads } from "./lighthouse.ts";
import { commandLine } from "./command-line.ts";
import { crossing } from "./crossing.ts";
import { fleet } from "./fleet.ts";
import { figures as newestFigures } from "./figures.ts";
import { filter } from "./filter.ts";
import { fold } from "./fold.ts";
import { history } from "./history.ts";
import { load } from "./load.ts";
import { metrics } from "./metrics.ts";
import { money } from "./money.ts";
import { openPage } from "./open-page.ts";
import { overview } from "./overview.ts";
import { rehearsal } from "./rehearsal.ts";
import { reports } from "./reports.ts";
import { storage } from "./storage.ts";
import { type Figure, show } from "./table.ts";
import { typing } from "./typing.ts";
import { tenants } from "./tenants.ts";
import { watching } from "./watching.ts";
import { wholeList } from "./whole-list.ts";

/** Every benchmark by its name, in the order in which the table shows them. */
const benchmarks: Record<string, () => Figure[] | Promise<Figure[]>> = {
  storage,
  wholeList,
  money,
  metrics,
  census,
  watching,
  rehearsal,
  crossing,
  openPage,
  tenants,
  fleet,
  figures: newestFigures,
  history,
  fold,
  bundles,
  webSize,
  commandLine,
  filter,
  pageLoads,
  largeList,
  typing,
  overview,
  charts,
  agent,
  load,
  reports,
};

// `npm run bench -- storage agent` runs these two. Without a name all run.
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}, only ${Object.keys(benchmarks).join(", ")}`);
  process.exit(2);
}

// One after the other: concurrent benchmarks would disturb each other's times.
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    figures.push(...(await measure()));
  } catch (error) {
    // What the others have measured for many minutes is shown all the same.
    console.error(`The benchmark ${name} failed:`, error);
    process.exitCode = 1;
  }
}
show(figures);
process.exit();
