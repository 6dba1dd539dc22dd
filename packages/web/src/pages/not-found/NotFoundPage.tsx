import { AppFrame } from "../../layout/AppLayout.tsx";
import { NotFound } from "../../layout/NotFound.tsx";
import { PublicFrame } from "../../layout/PublicFrame.tsx";
import { useUser } from "../../session/session.ts";

/** Any unknown address, inside the layout for signed-in people. */
export function Component() {
  const Frame = useUser() ? AppFrame : PublicFrame;
  return (
    <Frame>
      <NotFound />
    </Frame>
  );
}
