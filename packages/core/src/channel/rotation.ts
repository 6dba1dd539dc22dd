import type { OrganizationId } from "../access/scope.ts";
import { auditRow, type Cause } from "../audit/audit.ts";
import type { ChannelRow } from "./rows/channel.table.ts";

/** What a rotation changes about a channel. */
interface Rotation {
  sealedSecret: string;
  /** Absent where there was none. */
  formerSecret?: string;
  formerUntil: number;
}

/** A new secret. The former one signs too until then; one that is older ends at once. */
export const rotated = (
  { sealedSecret: before }: Pick<ChannelRow, "sealedSecret">,
  sealedSecret: string,
  until: number,
): Rotation => ({
  sealedSecret,
  ...(before !== undefined && { formerSecret: before }),
  formerUntil: until,
});

/** The event of a rotation, for its transaction. */
export const rotationEvent = (
  cause: Cause,
  organization: OrganizationId,
  { id, name }: Pick<ChannelRow, "id" | "name">,
  { formerUntil }: Pick<Rotation, "formerUntil">,
) =>
  auditRow(cause, organization, {
    action: "channel.secretRotated",
    id,
    name,
    fields: { formerSecretEnds: [null, new Date(formerUntil).toISOString()] },
  });
