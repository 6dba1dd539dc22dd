import { type ComponentType, lazy } from "react";

const warn = (what: string, error: unknown) => console.warn(what, error);

/**
 * A part of the frame that loads on its own. The page works without it. An error in the frame would replace the
 * whole page, so a failure to load the part is only told.
 * @param failure what has failed: "The keyboard shortcuts cannot be loaded"
 * @param tell shows the failure of a part that a person has asked for
 */
export const optionalPart = <Props>(
  failure: string,
  importIt: () => Promise<{ default: ComponentType<Props> }>,
  tell: (failure: string, error: unknown) => void = warn,
) =>
  lazy<ComponentType<Props>>(() =>
    importIt().catch((error: unknown) => {
      tell(failure, error);
      return { default: () => null };
    }),
  );
