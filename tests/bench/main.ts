import { storage } from "./storage.ts";
import { show } from "./table.ts";

show([...(await storage())]);
