import { KeyRound } from "lucide-react";
import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { config, openIdName } from "../../lib/settings/config.ts";
import { returnToIn } from "../../lib/address/return-to.ts";
import { Card } from "../../layout/public/Card.tsx";
import { FrontFrame } from "../../layout/public/FrontFrame.tsx";
import { LegalLinks } from "../../layout/public/LegalLinks.tsx";
import { askWhoIAm } from "../../session/me.ts";
import { startSession } from "../../session/session.ts";
import { buttonClass } from "../../ui/form/Button.tsx";
import { afterSignIn } from "./after-sign-in.ts";

export { leaveIfSignedIn as loader } from "./after-sign-in.ts";

/** Opens the start page for people who come back from the provider, or have a session from another tab. */
function useExistingSession(): void {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  useEffect(() => {
    let here = true;
    void askWhoIAm().then((answer) => {
      if (!here || answer.outcome !== "known") return;
      startSession(answer.user);
      void navigate(afterSignIn(answer.user, query), { replace: true });
    });
    return () => {
      here = false;
    };
  }, [navigate, query]);
}

/** Our address that leads to the provider's page, and back to the wanted one. */
function startAddress(returnTo: string | undefined): string {
  const query = returnTo === undefined ? "" : `?${new URLSearchParams({ returnTo })}`;
  return `${config().apiUrl}/auth/oidc/start${query}`;
}

/** Sign-in at an OpenID provider: one button. Passwords and new accounts are the provider's. */
export function Component() {
  const [query] = useSearchParams();
  useExistingSession();
  return (
    <FrontFrame>
      <Card heading="Sign in" text="Every Redis and Valkey deployment in one place.">
        <a
          href={startAddress(returnToIn(query))}
          className={buttonClass({ emphasis: "primary", size: "large" })}
        >
          <KeyRound aria-hidden className="size-4 shrink-0" />
          Sign in with {openIdName()}
        </a>
      </Card>
      <LegalLinks />
    </FrontFrame>
  );
}
