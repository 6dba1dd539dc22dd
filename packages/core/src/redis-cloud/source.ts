import { type SourceKind, sourceKindOf } from "../integration/source-kind.ts";
import { redisCloud } from "./kind.ts";

export const redisCloudSource: SourceKind = sourceKindOf(redisCloud);
