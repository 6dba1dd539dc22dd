import type { CanaryReports } from "../../ports/canary-reports.ts";
import { boundedPost, type PostDeadlines } from "../http/bounded-post.ts";
import { toFailure } from "../http/post-failure.ts";

/** An accepted report takes a tenth of a second, after a cold start less than two. */
const usualDeadlines: PostDeadlines = { name: 2_000, connect: 3_000, body: 1_000, all: 5_000 };

/** @param apiUrl the address that agents report to, such as https://api.shardwatch.example */
export function createCanaryReports(apiUrl: string, deadlines = usualDeadlines): CanaryReports {
  const url = new URL(`${apiUrl}/agent/reports`);
  return {
    async post(key, report) {
      const headers = {
        authorization: `Bearer ${key.reveal()}`,
        "content-type": "application/json",
        "user-agent": "shardwatch-canary",
      };
      const body = JSON.stringify(report);
      try {
        const { status } = await boundedPost({
          url,
          headers,
          body,
          addresses: undefined,
          ca: undefined,
          deadlines,
          isAllowed: () => true,
        });
        return { status };
      } catch (error) {
        return { reason: toFailure(error).message };
      }
    },
  };
}
