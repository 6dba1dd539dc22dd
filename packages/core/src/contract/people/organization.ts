import * as z from "zod";
import { managedBy } from "./managed.ts";
import { typedLines, typedName } from "../typed-text.ts";

const organizationName = z
  .string({ error: "Organization name is required" })
  .trim()
  .min(1, "Organization name is required")
  .max(100, "Organization name must be no more than 100 characters long")
  .superRefine(typedName("Organization name"));

const organizationDescription = z
  .string()
  .trim()
  .max(500, "Description must be no more than 500 characters long")
  .superRefine(typedLines("Description"));

/** The rules with the messages of the specification. Both the forms and the API use them. */
export const organizationInput = z.object({
  name: organizationName,
  description: organizationDescription.optional(),
});
export type OrganizationInput = z.infer<typeof organizationInput>;

/** What the managers of an organization can change. Fields that are left out stay the same. */
export const ownOrganizationInput = organizationInput.extend({
  onlyAdminsManageSources: z
    .boolean()
    .optional()
    .describe("Whether creating, changing and removing API keys and integrations is left to admins"),
});
export type OwnOrganizationInput = z.infer<typeof ownOrganizationInput>;

const organizationMember = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});
export type OrganizationMember = z.infer<typeof organizationMember>;

export const organization = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  members: z.array(organizationMember),
  onlyAdminsManageSources: z.boolean(),
  managedBy,
});
export type Organization = z.infer<typeof organization>;

/** The fleet of an organization as its last hourly census counted it. */
export const organizationCounts = z.object({
  at: z.iso.datetime().describe("The begin of the hour of the census"),
  deployments: z.number(),
  databases: z.number(),
  unhealthy: z.number().describe("Deployments whose last known status is not well"),
  silent: z.number().describe("Deployments whose source has gone silent"),
});
export type OrganizationCounts = z.infer<typeof organizationCounts>;

/** A row of the list. It has no members, because they cost a query for each organization. */
export const organizationListItem = organization
  .omit({ members: true, onlyAdminsManageSources: true })
  .extend({
    createdAt: z.iso.datetime(),
    counts: organizationCounts
      .nullable()
      .optional()
      .describe("Only where they are asked for; null when nothing was counted in the last two days"),
    deleting: z.boolean().describe("Its deletion has begun; deleting it again goes on where it stopped"),
    deletion: z
      .object({
        begunAt: z.iso.datetime(),
        deletedRows: z.int().describe("Rows of the database that are deleted"),
        allRows: z.int().nullable().describe("Rows to delete, the deleted ones included; null until counted"),
      })
      .optional()
      .describe("How far its deletion is; absent unless it is being deleted"),
  });
export type OrganizationListItem = z.infer<typeof organizationListItem>;

export const organizationList = z.object({
  organizations: z.array(organizationListItem),
  nextCursor: z.string().optional().describe("Present while there is more"),
});

/** One organization with the objects that its deletion would remove. */
export const organizationDetail = organization.extend({
  holds: z.object({ deployments: z.number(), accessKeys: z.number() }),
});
export type OrganizationDetail = z.infer<typeof organizationDetail>;
