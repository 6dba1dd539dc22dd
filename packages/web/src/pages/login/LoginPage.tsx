import { useEffect } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { paths } from "../../lib/address/paths.ts";
import { returnToIn } from "../../lib/address/return-to.ts";
import { whenIdle } from "../../lib/browser/use-idle.ts";
import { Card } from "../../layout/public/Card.tsx";
import { FrontFrame } from "../../layout/public/FrontFrame.tsx";
import { LegalLinks } from "../../layout/public/LegalLinks.tsx";
import { ProviderButtons } from "../../layout/public/ProviderButtons.tsx";
import { providerPages } from "../../provider/pages.ts";
import { findSession } from "../../session/sign-in.ts";
import { TextLink, textLinkClass } from "../../ui/text/TextLink.tsx";
import { afterSignIn } from "./after-sign-in.ts";
import { LoginForm } from "./LoginForm.tsx";

export { leaveIfSignedIn as loader } from "./after-sign-in.ts";

/** Looks for an existing session. The form is shown first, because most people have none. */
function useExistingSession(): void {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  useEffect(() => {
    let here = true;
    const forget = whenIdle(() => {
      void findSession().then(
        (user) => here && user && navigate(afterSignIn(user, query), { replace: true }),
      );
    });
    return () => {
      here = false;
      forget();
    };
  }, [navigate, query]);
}

/** Sign-in with email and password, or at the provider. */
export function Component() {
  const [query] = useSearchParams();
  const returnTo = returnToIn(query);
  useExistingSession();
  return (
    <FrontFrame>
      <Card
        heading="Sign in"
        text="Every Redis and Valkey deployment in one place. Sign in with your Redis Cloud account."
      >
        <div className="grid gap-4">
          <LoginForm />
          <TextLink href={providerPages.forgotPassword(returnTo)} className="justify-self-center text-sm">
            Forgot your password?
          </TextLink>
        </div>
        <ProviderButtons
          verb="Sign in with"
          methods={["google", "github", "saml"]}
          address={(method) => providerPages.signInWith(method, returnTo)}
        />
      </Card>
      <p className="text-center text-muted">
        New to Redis Cloud?{" "}
        <Link to={paths.signUp(returnTo)} className={textLinkClass}>
          Sign up
        </Link>
      </p>
      <LegalLinks />
    </FrontFrame>
  );
}
