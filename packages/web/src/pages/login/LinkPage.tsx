import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { queryClient } from "../../api/query-client.ts";
import { paths } from "../../lib/address/paths.ts";
import { ApiError, describeError } from "../../lib/errors.ts";
import { useForm } from "../../lib/use-form.ts";
import { Card } from "../../layout/public/Card.tsx";
import { FrontFrame } from "../../layout/public/FrontFrame.tsx";
import { LegalLinks } from "../../layout/public/LegalLinks.tsx";
import { AddPasskey } from "../../layout/passkey/AddPasskey.tsx";
import { currentUser, useUser } from "../../session/session.ts";
import { landing } from "../../session/sign-in.ts";
import { signInByLink, signInLinkQuery } from "../../session/sign-in-link.ts";
import { Button, buttonClass } from "../../ui/form/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { Problem } from "../../ui/state/Problem.tsx";
import { NewLink } from "./NewLink.tsx";

/** The secret behind the "#" of a link, which no server has seen. */
const tokenOf = (hash: string): string | undefined => /^#([\w-]{43})$/.exec(hash)?.[1];

/** A sign-in link was opened. To open it uses nothing up: programs that look at mails open every link. */
export function Component() {
  // Another link in the same tab changes only what is behind the "#".
  const token = tokenOf(useLocation().hash);
  return (
    <FrontFrame>
      {token === undefined ? (
        <Card heading="This link isn't whole" text="Copy all of it, to its end, and open it again.">
          <NewLink />
        </Card>
      ) : (
        <Opened key={token} token={token} />
      )}
      <LegalLinks />
    </FrontFrame>
  );
}

function Opened({ token }: { token: string }) {
  const { data, error, isError, refetch } = useQuery(signInLinkQuery(token), queryClient);
  if (data) return <SignIn token={token} email={data.email} />;
  if (isError && error instanceof ApiError && error.status === 409)
    return (
      <Card heading={describeError(error).headline.replace(/\.$/, "")} text="Ask for a new one.">
        <NewLink />
        <Link to={paths.login()} className={buttonClass({ size: "large" })}>
          Go to sign-in
        </Link>
      </Card>
    );
  return (
    <Card heading="Sign in" text={isError ? undefined : "Looking at the link…"}>
      <Problem problem={isError ? describeError(error, "Can't look at the link") : undefined}>
        <Button className="justify-self-start" onClick={() => void refetch()}>
          Retry
        </Button>
      </Problem>
    </Card>
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
  // Who is the first has nothing to look at yet.
  const goOn = () => {
    const now = currentUser();
    return navigate(email === null || !now ? paths.addSource() : landing(now), { replace: true });
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
  if (isIn)
    return (
      <Card
        heading="Come back without a link"
        text="A passkey signs you in with the PIN, finger or face that unlocks your device."
      >
        <AddPasskey hasPasskey={false} emphasis="primary" size="large" onAdded={goOn} />
        <Button size="large" onClick={() => void goOn()}>
          Not now
        </Button>
      </Card>
    );
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
      {isOther && <p className="text-muted">You're signed in as {user.email}. That ends here.</p>}
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
