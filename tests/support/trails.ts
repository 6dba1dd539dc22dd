import { changed, type CodedDeployment } from "@shardwatch/core/history/coded-deployment";
import { statusOfCode } from "@shardwatch/core/history/status-codes";
import { decodeCodes, figureIn } from "@shardwatch/core/history/trail-payload";

/** A deployment of a trail with its status as a word, and its figures as numbers. */
export const inWords = (deployment: CodedDeployment) => ({
  ...changed(deployment, {}),
  status: statusOfCode(deployment.statusCode),
  columns: new Map(
    [...deployment.columns].map(([name, codes]) => [name, codes.map((code) => figureIn(name, code))]),
  ),
});

/** The deployments of a payload in words. Undefined for bytes that are none. */
export const decodeTrail = (payload: Uint8Array) => decodeCodes(payload)?.map(inWords);
