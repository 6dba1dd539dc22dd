import { deploymentSources, sourceTraits, type Trait } from "../contract/source.ts";

type Addresses = {
  [Source in keyof typeof sourceTraits as Trait<"address", Source> extends null ? never : Source]: Exclude<
    Trait<"address", Source>,
    null
  >;
};

/** The kinds of sources whose API has an address that can be set. */
export type AddressedSource = keyof Addresses;

type Variable = Addresses[AddressedSource]["variable"];

/** The address of each, by its kind. */
export type AccountAddresses = Readonly<Record<AddressedSource, string>>;

const addresses = deploymentSources.flatMap((source) => {
  const { address } = sourceTraits[source];
  return address === null ? [] : [{ source: source as AddressedSource, ...address }];
});

/**
 * One field for each address, for the schema of a program's environment.
 * @param field of a web address
 */
export const addressFields = <Field>(field: Field): Record<Variable, Field> =>
  Object.fromEntries(addresses.map(({ variable }) => [variable, field])) as Record<Variable, Field>;

/**
 * The addresses in a program's environment. A slash at the end does not count.
 * @param instead the address where the variable is not set; that of the maker unless given
 */
export const accountAddresses = (
  environment: Readonly<Partial<Record<Variable, string | undefined>>>,
  instead: (source: AddressedSource, usual: string) => string = (_, usual) => usual,
): AccountAddresses =>
  Object.fromEntries(
    addresses.map(({ source, variable, usual }) => {
      const address = environment[variable] ?? instead(source, usual);
      return [source, address.replace(/\/+$/, "")];
    }),
  ) as AccountAddresses;
