import type { DeploymentSource } from "../contract/source/source.ts";

/** Where the API of a kind of source is, and the variable that sets another address. Other kinds have none to set. */
const addresses = {
  "redis-cloud": { variable: "REDIS_CLOUD_API_URL", usual: "https://api.redislabs.com/v1" },
} as const satisfies Partial<Record<DeploymentSource, { variable: string; usual: string }>>;

/** The kinds of sources whose API has an address that can be set. */
export type AddressedSource = keyof typeof addresses;

type Variable = (typeof addresses)[AddressedSource]["variable"];

/** The address of each, by its kind. */
export type AccountAddresses = Readonly<Record<AddressedSource, string>>;

/**
 * One field for each address, for the schema of a program's environment.
 * @param field of a web address
 */
export const addressFields = <Field>(field: Field): Record<Variable, Field> =>
  Object.fromEntries(Object.values(addresses).map(({ variable }) => [variable, field])) as Record<
    Variable,
    Field
  >;

/**
 * The addresses in a program's environment. A slash at the end does not count.
 * @param instead the address where the variable is not set; that of the maker unless given
 */
export const accountAddresses = (
  environment: Readonly<Partial<Record<Variable, string | undefined>>>,
  instead: (source: AddressedSource, usual: string) => string = (_, usual) => usual,
): AccountAddresses =>
  Object.fromEntries(
    Object.entries(addresses).map(([source, { variable, usual }]) => {
      const address = environment[variable] ?? instead(source as AddressedSource, usual);
      return [source, address.replace(/\/+$/, "")];
    }),
  ) as AccountAddresses;
