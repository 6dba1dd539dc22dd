import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { paths } from "../../lib/address/paths.ts";
import { returnToIn } from "../../lib/address/return-to.ts";
import { Card } from "../../layout/public/Card.tsx";
import { FrontFrame } from "../../layout/public/FrontFrame.tsx";
import { LegalLinks } from "../../layout/public/LegalLinks.tsx";
import { ProviderButtons } from "../../layout/public/ProviderButtons.tsx";
import { providerPages } from "../../provider/pages.ts";
import { findSession, landing } from "../../session/sign-in.ts";
import { buttonClass } from "../../ui/form/Button.tsx";
import { SignUpForm } from "./SignUpForm.tsx";
import { Mail } from "lucide-react";

/** Replaces the form after a successful sign-up. */
function AlmostThere({ email, returnTo }: { email: string; returnTo: string | undefined }) {
  return (
    <Card heading="You're almost there">
      <div className="flex items-start gap-3">
        <Mail aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <p>
          Check your email at <span className="font-medium wrap-anywhere">{email}</span> and open the link to
          activate your account. Then reload this page and sign in.
        </p>
      </div>
      {/* A reload: the sign-in screen then checks whether the activation has opened a session. */}
      <a href={paths.login(returnTo)} className={buttonClass({ emphasis: "primary", size: "large" })}>
        Reload and sign in
      </a>
    </Card>
  );
}

/** The email of a sign-up on this page. The history keeps it, so that a reload finds it. */
function useSignedUp(): [email: string | undefined, remember: (email: string) => void] {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const signedUp = (state as { signedUp?: unknown } | null)?.signedUp;
  return [
    typeof signedUp === "string" ? signedUp : undefined,
    (email) => void navigate({ search }, { replace: true, state: { signedUp: email } }),
  ];
}

/** On a reload: signs the person in, if the activation has opened a session. */
function useSessionAfterReload(signedUp: string | undefined, returnTo: string | undefined): void {
  const navigate = useNavigate();
  const [reloaded] = useState(signedUp !== undefined);
  useEffect(() => {
    if (!reloaded) return;
    let here = true;
    void findSession().then((user) => here && user && navigate(returnTo ?? landing(user), { replace: true }));
    return () => void (here = false);
  }, [reloaded, returnTo, navigate]);
}

/** Sign-up at the provider. Afterwards the account waits for its activation by email. */
export function Component() {
  const [query] = useSearchParams();
  const [doneFor, setDoneFor] = useSignedUp();
  const returnTo = returnToIn(query);
  useSessionAfterReload(doneFor, returnTo);
  // The form that had the focus is gone.
  useEffect(() => {
    if (doneFor !== undefined) document.querySelector("h1")?.focus();
  }, [doneFor]);
  return (
    <FrontFrame
      bar={
        <Link to={paths.login(returnTo)} className={buttonClass()}>
          Log in
        </Link>
      }
    >
      {doneFor === undefined ? (
        <Card heading="Sign up" text="Create a Redis Cloud account. You'll use it to sign in to Shardwatch.">
          <SignUpForm query={query} onDone={setDoneFor} />
          <ProviderButtons
            verb="Sign up with"
            methods={["google", "github"]}
            address={(method) => providerPages.signUpWith(method, returnTo)}
          />
        </Card>
      ) : (
        <AlmostThere email={doneFor} returnTo={returnTo} />
      )}
      <LegalLinks />
    </FrontFrame>
  );
}
