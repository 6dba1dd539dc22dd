import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { paths } from "../../lib/paths.ts";
import { safeReturnTo } from "../../lib/return-to.ts";
import { LegalLinks } from "../../layout/LegalLinks.tsx";
import { PublicFrame } from "../../layout/PublicFrame.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { AlmostThere } from "./AlmostThere.tsx";
import { SignUpForm } from "./SignUpForm.tsx";

/** Sign-up at the provider; afterwards the account waits for its activation by mail. */
export function Component() {
  const [query] = useSearchParams();
  const [doneFor, setDoneFor] = useState<string>();
  const returnTo = safeReturnTo(query.get("returnTo"));
  // The form is gone, and with it what had the focus.
  useEffect(() => {
    if (doneFor !== undefined) document.querySelector("h1")?.focus();
  }, [doneFor]);
  return (
    <PublicFrame
      bar={
        <Link to={paths.login(returnTo)} className={buttonClass()}>
          Log in
        </Link>
      }
    >
      {doneFor === undefined ? (
        <SignUpForm query={query} returnTo={returnTo} onDone={setDoneFor} />
      ) : (
        <AlmostThere email={doneFor} returnTo={returnTo} />
      )}
      <LegalLinks />
    </PublicFrame>
  );
}
