import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { passkeyPlace } from "../../lib/settings/config.ts";
import { Card } from "../../layout/public/Card.tsx";
import { FrontFrame } from "../../layout/public/FrontFrame.tsx";
import { LegalLinks } from "../../layout/public/LegalLinks.tsx";
import { PasskeyButton } from "../../layout/passkey/PasskeyButton.tsx";
import { whyNoPasskeys } from "../../layout/passkey/why-none.ts";
import { findSession } from "../../session/sign-in.ts";
import { afterSignIn } from "./after-sign-in.ts";
import { NewLink } from "./NewLink.tsx";

export { leaveIfSignedIn as loader } from "./after-sign-in.ts";

/** Sign-in where people are known here alone: by a passkey, or by a link of those who run this installation. */
export function Component() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  useEffect(() => {
    let here = true;
    // The browser stays signed in longer than a session lasts.
    void findSession().then((user) => here && user && navigate(afterSignIn(user, query), { replace: true }));
    return () => {
      here = false;
    };
  }, [navigate, query]);
  const place = passkeyPlace();
  const why = place && whyNoPasskeys[place];
  return (
    <FrontFrame>
      <Card heading="Sign in" text="Every Redis and Valkey deployment in one place.">
        {place === "works" && (
          <PasskeyButton onSignedIn={(user) => navigate(afterSignIn(user, query), { replace: true })} />
        )}
        <NewLink hasAnother={place === "works"} />
        {why !== undefined && <p className="text-sm text-muted">{why}</p>}
      </Card>
      <LegalLinks />
    </FrontFrame>
  );
}
