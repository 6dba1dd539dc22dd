import { type Role, roleTraits } from "./roles.ts";

/** "super admin": what people call somebody with the role. */
export const nounOfRole = (each: Role): string => roleTraits[each].word.toLowerCase().replace("_", " ");

/** "an admin" */
export const someoneWith = (each: Role): string => {
  const noun = nounOfRole(each);
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
};
