import { type FormEvent, useState } from "react";
import { Card } from "../../layout/Card.tsx";
import { ProviderButtons } from "../../layout/ProviderButtons.tsx";
import { providerPages } from "../../provider/pages.ts";
import { signUp, SignUpError } from "../../provider/sign-up.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Problem } from "../../ui/Problem.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { useCountries } from "./use-countries.ts";

interface SignUpFormProps {
  /** The query of the page's address, which tells the campaign. */
  query: URLSearchParams;
  returnTo: string | undefined;
  /** Called with the email once the sign-up was taken. */
  onDone: (email: string) => void;
}

/** The form; what is required is the browser's to enforce. The fields keep their own values, also after a failure. */
export function SignUpForm({ query, returnTo, onDone }: SignUpFormProps) {
  const { countries, retry } = useCountries();
  const [submitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const choices = Array.isArray(countries) ? countries : [];

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = fields.get(name);
      return typeof value === "string" ? value : "";
    };
    const country = choices.find(({ code }) => code === text("country"));
    if (submitting || !country) return;
    setSubmitting(true);
    setFailure(undefined);
    try {
      const [firstName, lastName] = [text("firstName"), text("lastName")];
      const [email, company, password] = [text("email"), text("company"), text("password")];
      await signUp({ firstName, lastName, email, company, country, password }, query);
      onDone(email);
    } catch (error) {
      console.error("Signing up failed", error);
      setFailure(error);
      setSubmitting(false);
    }
  }

  return (
    <Card heading="Sign up" text="Create a Redis Cloud account and use it for Shardwatch.">
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" name="firstName" autoComplete="given-name" required />
          <Field label="Last name" name="lastName" autoComplete="family-name" required />
        </div>
        <Field label="Email" name="email" type="email" autoComplete="email" required />
        <Field label="Company" name="company" autoComplete="organization" required />
        <SelectField label="Country" name="country" autoComplete="country" required defaultValue="">
          <option value="">{countries ? "Select a country" : "Loading…"}</option>
          {choices.map(({ name, code }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <Problem
          text={countries === "failed" ? "Failed to load signup data. Please refresh the page." : undefined}
        >
          <Button className="justify-self-start" onClick={retry}>
            Try again
          </Button>
        </Problem>
        <Field label="Password" name="password" type="password" autoComplete="new-password" required />
        <Problem text={failure === undefined ? undefined : "Signup failed. Please try again."}>
          {failure instanceof SignUpError && failure.code === "user_already_exists" && (
            <p>There is an account with this email already. You can log in.</p>
          )}
        </Problem>
        <Button type="submit" look="primary" size="large" disabled={submitting}>
          {submitting ? "Signing up..." : "Sign up with email"}
        </Button>
      </form>
      <ProviderButtons
        verb="Sign up with"
        methods={["google", "github"]}
        address={(method) => providerPages.signUpWith(method, returnTo)}
      />
    </Card>
  );
}
