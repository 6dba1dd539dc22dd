import { AppFrame } from "../../layout/AppLayout.tsx";
import { NotFound } from "../../layout/NotFound.tsx";
import { PublicFrame } from "../../layout/PublicFrame.tsx";
import { useUser } from "../../session/session.ts";

/** Any address that is no page of ours, inside the layout for whoever is signed in. */
export function Component() {
  const Frame = useUser() ? AppFrame : PublicFrame;
  return (
    <Frame>
      <NotFound />
    </Frame>
  );
}
