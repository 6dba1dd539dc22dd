import { agent } from "./agent.ts";
import { bundles, webSize } from "./bundles.ts";
import { loginLoad } from "./lighthouse.ts";
import { storage } from "./storage.ts";
import { show } from "./table.ts";

// One after the other: each would disturb the other's times.
const figures = [
  ...(await storage()),
  ...(await bundles()),
  ...webSize(),
  ...(await loginLoad()),
  ...(await agent()),
];
show(figures);
process.exit();
