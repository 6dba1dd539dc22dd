import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { PasskeyPlace } from "@shardwatch/core/contract/people/passkey-place";
import { passkeyPlace } from "../../lib/settings/config.ts";
import { Card } from "../../layout/public/Card.tsx";
import { FrontFrame } from "../../layout/public/FrontFrame.tsx";
import { LegalLinks } from "../../layout/public/LegalLinks.tsx";
import { findSession } from "../../session/sign-in.ts";
import { afterSignIn } from "./after-sign-in.ts";
import { NewLink } from "./NewLink.tsx";

export { leaveIfSignedIn as loader } from "./after-sign-in.ts";

/** Why there are links alone. */
const reasons: Partial<Record<PasskeyPlace, string>> = {
  plainHttp: "Browsers allow passkeys at https addresses only, so links are the way in here.",
  ipAddress: "Browsers allow no passkeys at an IP address, so links are the way in here.",
};

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
  const reason = reasons[passkeyPlace() ?? "works"];
  return (
    <FrontFrame>
      <Card heading="Sign in" text="Every Redis and Valkey deployment in one place.">
        <NewLink />
        {reason !== undefined && <p className="text-sm text-muted">{reason}</p>}
      </Card>
      <LegalLinks />
    </FrontFrame>
  );
}
