import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { Secret } from "../../kit/secret.ts";
import type { ChannelRow } from "../rows/channel.table.ts";

/** What a person entered as the address of a channel. */
export interface EnteredAddress {
  /** Stored sealed. */
  sealed: Secret;
  /** What people see of it. */
  shown: string;
}

/** What differs between kinds of channels for those who manage them. How a kind sends is in `../sending`. */
export interface KindOfChannel {
  /**
   * The channel of this kind that every organization has from the start. It has no row, and so the revision 0, until
   * somebody changes it or a delivery fails. Left out for kinds that people add.
   */
  ofEvery?: (organization: OrganizationId) => ChannelRow;
  /** Checks what a person entered. Throws invalid, also for a kind that goes to no address. */
  address: (services: Pick<Services, "settings">, entered: string) => EnteredAddress;
  /** Whether its channels stay as they are: nobody changes, tests or deletes them. */
  isFixed?: true;
  /** Whether a secret of its own signs its messages. */
  signs: boolean;
  /** Throws Problem for a change that it does not allow. */
  checkChange?: (before: ChannelRow, change: { name: string }) => void;
  /** Throws Problem when its channels stay. */
  checkDeletion?: () => void;
}
