import * as z from "zod";
import { type OwnRuleId, ruleIds } from "./rules.ts";

/** Zod's own schema for such a text has no pattern in the OpenAPI document. */
const ownRuleId = z.string().regex(/^rul_[0-9a-z]{26}$/) as unknown as z.ZodType<OwnRuleId, OwnRuleId>;

/** The id of a built-in rule, or of one that an organization wrote. */
export const anyRule = z
  .union([z.enum(ruleIds), ownRuleId], { error: "must be the id of a rule" })
  .describe('Of a built-in rule, or of one of the organization, which starts with "rul_"');
