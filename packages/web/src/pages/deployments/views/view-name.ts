/** The fault of a view's name, in the words of the API; undefined when there is none that a form can see. */
export const nameFault = (name: string): string | undefined =>
  name.trim() === "" ? "View name is required" : undefined;
