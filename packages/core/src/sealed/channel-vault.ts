import { isId } from "../kit/ids.ts";
import { isFormer } from "../kit/sealed-text.ts";
import type { Vault } from "../ports/vault.ts";

/**
 * The vault of the worker that calls addresses of customers' choice. It opens what this release sealed for channels,
 * and nothing else. In the cloud the policy of its function says the same; on one machine nothing else does.
 */
export const channelVault = (vault: Vault): Vault => ({
  seal: () => Promise.reject(new Error("this worker seals nothing")),
  open: async (sealed, id) => {
    if (!isId("channel", id)) throw new Error("this worker opens only what was sealed for a channel");
    if (isFormer(sealed)) throw new Error("this worker opens nothing that a former release sealed");
    return await vault.open(sealed, id);
  },
});
