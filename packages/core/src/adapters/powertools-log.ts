import type { Logger } from "@aws-lambda-powertools/logger";
import type { Log } from "../ports/log.ts";

/** The Log port on Lambda Powertools: structured lines that CloudWatch reads. */
export function createPowertoolsLog(logger: Logger): Log {
  return {
    info: (message, fields = {}) => logger.info(message, fields),
    warn: (message, fields = {}) => logger.warn(message, fields),
    error: (message, fields = {}) => logger.error(message, fields),
    with: (fields) => {
      const child = logger.createChild();
      child.appendKeys(fields);
      return createPowertoolsLog(child);
    },
  };
}
