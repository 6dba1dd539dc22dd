import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { withOrganization } from "../../lib/address/choice.ts";
import { paths } from "../../lib/address/paths.ts";
import { useForm } from "../../lib/use-form.ts";
import { Card } from "../../layout/public/Card.tsx";
import { currentUser, useUser } from "../../session/session.ts";
import { landing } from "../../session/sign-in.ts";
import { signInByLink, signInLinkQuery } from "../../session/sign-in-link.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { LinkFrame } from "./LinkFrame.tsx";
import { NewLink } from "./NewLink.tsx";
import { PasskeyOffer } from "./PasskeyOffer.tsx";

/** A sign-in link was opened. */
export function Component() {
  return (
    <LinkFrame
      heading="Sign in"
      query={signInLinkQuery}
      advice={() => "Ask for a new one."}
      help={<NewLink />}
    >
      {({ email }, token) => <SignIn token={token} email={email} />}
    </LinkFrame>
  );
}

interface SignInProps {
  token: string;
  /** Null for the first person of an installation, who says who they are. */
  email: string | null;
}

function SignIn({ token, email }: SignInProps) {
  const navigate = useNavigate();
  const user = useUser();
  const [isIn, setIsIn] = useState(false);
  const goOn = () => {
    const now = currentUser();
    // The first person has nothing to look at yet. They see all organizations, but a source belongs to one.
    const place =
      email === null || !now ? withOrganization(paths.addSource(), now?.organization?.id) : landing(now);
    return navigate(place, { replace: true });
  };
  const form = useForm({
    initial: { email: "" },
    send: async (values) => {
      const { passkeys, hasPasskey } = await signInByLink(
        token,
        email === null ? values.email.trim() : undefined,
      );
      if (passkeys === "works" && !hasPasskey) setIsIn(true);
      else await goOn();
    },
  });
  if (isIn) return <PasskeyOffer onDone={goOn} />;
  const isOther = user !== undefined && user !== null && email !== null && user.email !== email;
  return (
    <Card
      heading={email === null ? "Welcome to Shardwatch" : "Sign in"}
      text={
        email === null ? (
          "You're the first here. You administer this installation."
        ) : (
          <>As {email}, in this browser.</>
        )
      }
    >
      {isOther && (
        <p className="text-muted">You're signed in as {user.email}. That account is signed out here.</p>
      )}
      <Form
        form={form}
        place="page"
        verb="Sign in"
        pending="Signing in…"
        incomplete={email === null && form.values.email.trim() === ""}
        browserChecks
      >
        {email === null && (
          <Field
            label="Your email"
            type="email"
            autoComplete="email"
            required
            hint="Colleagues know you by it."
            {...form.field("email")}
          />
        )}
      </Form>
    </Card>
  );
}
