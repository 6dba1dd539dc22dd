import { verbsOf } from "../integration/verbs.ts";
import { elastiCache } from "./kind.ts";
import { toIntegration } from "./to-integration.ts";

/** What people do with connected AWS accounts. */
export const { list, get, test, remove } = verbsOf(elastiCache, toIntegration);
