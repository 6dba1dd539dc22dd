import { errorText } from "../../lib/errors.ts";
import { useForm } from "../../lib/use-form.ts";
import { signUp, SignUpError, loadCountries } from "../../provider/sign-up.ts";
import { Button } from "../../ui/form/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { Problem } from "../../ui/state/Problem.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { useEffect, useState } from "react";
import type { Country } from "../../provider/sign-up-payload.ts";

/** Undefined while they load. */
type Countries = Country[] | "failed" | undefined;

function load(show: (countries: Countries) => void): void {
  loadCountries().then(show, (error: unknown) => {
    console.error("Couldn't load the countries", error);
    show("failed");
  });
}

/** The countries to choose from, loaded when the page opens, with a retry. */
function useCountries() {
  const [countries, show] = useState<Countries>();
  useEffect(() => load(show), []);

  function retry() {
    show(undefined);
    load(show);
  }
  return { countries, retry };
}

const empty = { firstName: "", lastName: "", email: "", company: "", country: "", password: "" };
const notLoaded = errorText("Failed to load signup data. Please refresh the page.");

interface SignUpFormProps {
  /** The query of the page's address with the campaign's parameters. */
  query: URLSearchParams;
  /** Called with the email after a successful sign-up. */
  onDone: (email: string) => void;
}

/** The fields of the sign-up. The browser checks required fields. The input stays when sending fails. */
export function SignUpForm({ query, onDone }: SignUpFormProps) {
  const { countries, retry } = useCountries();
  const choices = Array.isArray(countries) ? countries : [];
  const form = useForm({
    initial: empty,
    send: async (values) => {
      const country = choices.find(({ code }) => code === values.country);
      try {
        if (!country) throw new SignUpError("no country was chosen");
        await signUp({ ...values, country }, query);
      } catch (error) {
        console.error("Signing up failed", error);
        throw error;
      }
      onDone(values.email);
    },
    failure: "Signup failed. Please try again.",
  });
  const { field, error } = form;
  return (
    <Form
      form={form}
      place="page"
      verb="Sign up with email"
      pending="Signing up..."
      browserChecks
      help={
        error instanceof SignUpError &&
        error.code === "user_already_exists" && (
          <p>An account with this email already exists. Sign in instead.</p>
        )
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" autoComplete="given-name" required {...field("firstName")} />
        <Field label="Last name" autoComplete="family-name" required {...field("lastName")} />
      </div>
      <Field label="Email" type="email" autoComplete="email" required {...field("email")} />
      <Field label="Company" autoComplete="organization" required {...field("company")} />
      <SelectField
        label="Country"
        autoComplete="country"
        required
        options={choices.map(({ name, code }) => [code, name])}
        {...field("country")}
      >
        <option value="">{countries ? "Select a country" : "Loading…"}</option>
      </SelectField>
      <Problem problem={countries === "failed" ? notLoaded : undefined}>
        <Button className="justify-self-start" onClick={retry}>
          Try again
        </Button>
      </Problem>
      <Field label="Password" type="password" autoComplete="new-password" required {...field("password")} />
    </Form>
  );
}
