import type { Services } from "../access/context.ts";
import { isFormer } from "../kit/sealed-text.ts";
import { Problem } from "../kit/problem.ts";
import type { Change, Condition } from "../table/expression.ts";
import type { Key } from "../table/keys.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";

/** The sealed texts of a row, by field. */
export type SealedTexts<F extends string> = Partial<Record<F, string | undefined>>;

/** A row with sealed texts. */
export interface SealedRow<F extends string> {
  /** The id that its texts are sealed for. */
  id: string;
  /** Reads its texts; undefined when it is gone, or left for later. */
  read: () => Promise<SealedTexts<F> | undefined>;
  /** The update that puts `after` in the place of `before`. It fails when one of these texts is another by now. */
  replace: (
    before: SealedTexts<F>,
    after: SealedTexts<F>,
  ) => { update: Key; change: Change; when: readonly Condition[] };
}

/** The texts that a former release sealed. */
function formerOf<F extends string>(texts: SealedTexts<F>): [field: F, sealed: string][] {
  const all = Object.entries(texts) as [F, string | undefined][];
  return all.flatMap(([field, sealed]) =>
    sealed !== undefined && isFormer(sealed) ? [[field, sealed]] : [],
  );
}

export const hasFormer = <F extends string>(texts: SealedTexts<F>): boolean => formerOf(texts).length > 0;

/**
 * Seals the texts of one row anew that a former release sealed. Safe to repeat at any time: one conditional update
 * writes all of them, and what somebody changed in between is read again. A text that does not open is left as it is.
 * Throws unavailable when the vault is busy or the row keeps changing.
 */
export async function sealAnew<F extends string>(
  { vault, table, log }: Pick<Services, "vault" | "table" | "log">,
  { id, read, replace }: SealedRow<F>,
): Promise<void> {
  await retryOnConflict(async () => {
    const former = formerOf((await read()) ?? {});
    if (former.length === 0) return;
    const sealing = former.map(async ([field, text]) => {
      try {
        return [field, text, await vault.seal(await vault.open(text, id), id)] as const;
      } catch (error) {
        if (error instanceof Problem) throw error;
        // It was sealed with another key, or for another object. A person has to enter it again.
        log.warn("a sealed text cannot be opened", { id, field, error });
        return undefined;
      }
    });
    const sealed = (await Promise.all(sealing)).filter((one) => one !== undefined);
    if (sealed.length === 0) return;
    const before = Object.fromEntries(sealed.map(([field, text]) => [field, text])) as SealedTexts<F>;
    const after = Object.fromEntries(sealed.map(([field, , text]) => [field, text])) as SealedTexts<F>;
    const { update, change, when } = replace(before, after);
    await table.update(update, change, when);
    log.info("sealed anew", { id, texts: sealed.length });
  });
}
