import { useNavigate, useSearchParams } from "react-router-dom";
import { returnToIn } from "../../lib/address/return-to.ts";
import { useForm } from "../../lib/use-form.ts";
import { signIn, SignInError } from "../../session/sign-in.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { afterSignIn } from "./after-sign-in.ts";
import { DemoLogins } from "./DemoLogins.tsx";
import type { Obstacle } from "../../provider/login.ts";
import { providerPages } from "../../provider/pages.ts";
import { TextLink } from "../../ui/text/TextLink.tsx";

interface ObstacleHelpProps {
  obstacle: Obstacle | undefined;
  returnTo: string | undefined;
}

/** Help for people whom the provider refuses for another reason than a wrong password. */
function ObstacleHelp({ obstacle, returnTo }: ObstacleHelpProps) {
  switch (obstacle) {
    case undefined:
      return null;
    case "second-step":
      return (
        <>
          <p>Complete the second step at Redis Cloud.</p>
          <TextLink href={providerPages.signIn(returnTo)}>Sign in at Redis Cloud</TextLink>
        </>
      );
    case "not-activated":
      return <p>We emailed you a link. Open it, then sign in here.</p>;
  }
}

/** Email and password. The input stays when signing in fails. */
export function LoginForm() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const form = useForm({
    initial: { email: "", password: "" },
    send: async (credentials) => {
      const user = await signIn(credentials);
      await navigate(afterSignIn(user, query), { replace: true });
    },
  });
  const { email, password } = form.values;
  const obstacle = form.error instanceof SignInError ? form.error.obstacle : undefined;
  return (
    <>
      <Form
        form={form}
        place="page"
        verb="Sign in"
        pending="Signing in..."
        incomplete={!email || !password}
        browserChecks
        help={<ObstacleHelp obstacle={obstacle} returnTo={returnToIn(query)} />}
      >
        <Field label="Email" type="email" autoComplete="username" required {...form.field("email")} />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          {...form.field("password")}
        />
      </Form>
      <DemoLogins busy={form.busy} onChoose={form.submitWith} />
    </>
  );
}
