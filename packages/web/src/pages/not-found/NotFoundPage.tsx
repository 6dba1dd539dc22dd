import { AppFrame } from "../../layout/frame/AppLayout.tsx";
import { LegalLinks } from "../../layout/public/LegalLinks.tsx";
import { NotFound } from "../../layout/NotFound.tsx";
import { PublicFrame } from "../../layout/public/PublicFrame.tsx";
import { useUser } from "../../session/session.ts";

/** Any unknown address, inside the layout for signed-in people. */
export function Component() {
  if (useUser())
    return (
      <AppFrame>
        <NotFound />
      </AppFrame>
    );
  return (
    <PublicFrame>
      <NotFound />
      <LegalLinks />
    </PublicFrame>
  );
}
