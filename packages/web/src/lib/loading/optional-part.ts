import { type ComponentType, lazy } from "react";

// The browser's error names the file.
const warn = (error: unknown) => console.warn("Part of the page is missing", error);

/**
 * A part of the frame that loads on its own. The page works without it. An error in the frame would replace the
 * whole page, so a failure to load the part is only reported.
 * @param report shows the failure of a part that a person has asked for
 */
export const optionalPart = <Props>(
  importIt: () => Promise<{ default: ComponentType<Props> }>,
  report: (error: unknown) => void = warn,
) =>
  lazy<ComponentType<Props>>(() =>
    importIt().catch((error: unknown) => {
      report(error);
      return { default: () => null };
    }),
  );
