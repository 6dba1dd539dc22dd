/** A country as the marketing site lists it. */
export interface Country {
  name: string;
  /** Two letters, as in ISO 3166-1. */
  code: string;
}

/** The input of the sign-up form. */
export interface SignUpForm {
  firstName: string;
  lastName: string;
  email: string;
  company: string;
  country: Country;
  password: string;
}

const utmNames = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;
type Utm = Record<(typeof utmNames)[number], string>;

/**
 * The payload of the marketing site's sign-up. The password is only in its own field.
 * @param address the query of the page's address, with the campaign
 * @param nonce good for one attempt
 */
export function signUpPayload(form: SignUpForm, address: URLSearchParams, nonce: string, now: Date) {
  const { firstName, lastName, email, company, country, password } = form;
  const utm = Object.fromEntries(utmNames.map((name) => [name, address.get(name) ?? ""])) as Utm;
  const fields = { first_name: firstName, last_name: lastName, email, company, country: country.name };
  return {
    ...fields,
    ...utm,
    password,
    country_code: country.code,
    state_code: "",
    state: "",
    agreement: true,
    promotional_emails: false,
    marketo_params: Object.entries({ ...fields, ...utm }).map(([name, value]) => ({ name, value })),
    time_stamp: now.toISOString(),
    nonce,
    product_type: "unifiedrc",
  };
}
