/** The look of a select or an input among the filters above a list. */
export const filterControl =
  "h-8 min-w-0 max-w-56 rounded-md border border-field bg-surface px-1.5 max-md:h-11 max-md:w-full max-md:max-w-none max-md:text-lg";
