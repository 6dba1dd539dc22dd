import { agent } from "./agent.ts";
import { bundles, webSize } from "./bundles.ts";
import { largeList, pageLoads } from "./lighthouse.ts";
import { fleet } from "./fleet.ts";
import { filter } from "./filter.ts";
import { money } from "./money.ts";
import { openPage } from "./open-page.ts";
import { overview } from "./overview.ts";
import { storage } from "./storage.ts";
import { show } from "./table.ts";
import { typing } from "./typing.ts";
import { tenants } from "./tenants.ts";
import { wholeList } from "./whole-list.ts";

// One after the other: concurrent benchmarks would disturb each other's times.
const figures = [
  ...(await storage()),
  ...(await wholeList()),
  ...(await money()),
  ...(await openPage()),
  ...(await tenants()),
  ...(await fleet()),
  ...(await bundles()),
  ...webSize(),
  ...filter(),
  ...(await pageLoads()),
  ...(await largeList()),
  ...(await typing()),
  ...(await overview()),
  ...(await agent()),
];
show(figures);
process.exit();
