interface Person {
  firstName: string;
  lastName: string;
  email: string;
}

/** First and last name; empty when the provider has none. */
export const fullName = ({ firstName, lastName }: Omit<Person, "email">): string =>
  `${firstName} ${lastName}`.trim();

/** The name of a person, or their email without one. */
export const nameOrEmail = (person: Person): string => fullName(person) || person.email;
