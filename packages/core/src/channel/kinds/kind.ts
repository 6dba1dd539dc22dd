import type { Services } from "../../access/context.ts";
import type { EnteredAddress } from "../../contract/channel/kinds/kind.ts";
import type { Secret } from "../../kit/secret.ts";
import type { ChannelRow } from "../rows/channel.table.ts";

/** What a person entered of what opens a channel's receiver, after it was checked. */
export interface CheckedAddress {
  credential?: {
    /** Stored sealed. */
    sealed: Secret;
    /** What people see of it. */
    shown: string;
  };
  /** Where within the receiver the messages go. */
  place?: string;
}

/** What differs between kinds of channels for those who manage them. How a kind sends is in `../sending`. */
export interface KindOfChannel {
  /**
   * Checks what a person entered. Throws invalid, also for a setting that the kind does not have.
   * @param isNew whether nothing may be left out
   */
  address: (services: Pick<Services, "settings">, entered: EnteredAddress, isNew: boolean) => CheckedAddress;
  /** Whether its channels stay as they are: nobody changes, tests or deletes them. */
  isFixed?: true;
  /** Whether a secret of its own signs its messages. */
  signs: boolean;
  /** Throws Problem for a change that it does not allow. */
  checkChange?: (before: ChannelRow, change: { name: string }) => void;
  /** Throws Problem when its channels stay. */
  checkDeletion?: () => void;
}
