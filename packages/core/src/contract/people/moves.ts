import * as z from "zod";
import { person } from "./invitation.ts";
import { type Trait, traits } from "../source/source.ts";

const some = z.object({
  count: z.number(),
  first: z.array(z.string()).describe("Names of the first five"),
});
export type Some = z.infer<typeof some>;

/** The kinds of sources that can move with a person who accepts an invitation. */
export type MovableSource = Trait<"movable">;

/** The kinds of objects that can move with a person who accepts an invitation. */
export const movable = z.enum([...traits("movable"), "deployments"]);
export type Movable = z.infer<typeof movable>;

const staysBecause = z
  .enum(["ADMINS_ONLY", "CONNECTED_THERE", "CREATED_BY_OTHERS", "NOBODY_LEFT"])
  .describe(
    "ADMINS_ONLY: the organization that is left leaves keys and integrations to its admins. CONNECTED_THERE: the other organization " +
      "has connected the same account. CREATED_BY_OTHERS: a key of the person had only taken them over. NOBODY_LEFT: would stay, but " +
      "nobody is left to see it, so it is disconnected and its deployments and credentials are deleted.",
  );
export type StaysBecause = z.infer<typeof staysBecause>;

/** What moves with an accepted invitation, and what stays. */
export const moves = z.object({
  from: z.string().nullable().describe("Name of the organization that is left; null for none"),
  moving: z.record(movable, some),
  staying: z.array(some.extend({ what: movable, because: staysBecause })),
  secretsEnd: some
    .optional()
    .describe(
      "Keys that move, with a secret that ends because somebody other than their creator was handed it",
    ),
  invitedBy: person.optional().describe("Who sent the invitation; only of an accepted one"),
});
export type Moves = z.infer<typeof moves>;
