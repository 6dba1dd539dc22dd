import * as z from "zod";

/** The revision of an object, as answers show it. */
export const revision = z
  .number()
  .describe("For If-Match; raised by every change, and not by readings or use");
