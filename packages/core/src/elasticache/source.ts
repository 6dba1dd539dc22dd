import { type SourceKind, sourceKindOf } from "../integration/source-kind.ts";
import { elastiCache } from "./kind.ts";

export const elastiCacheSource: SourceKind = sourceKindOf(elastiCache);
