import { useEffect } from "react";
import { Card } from "../../layout/public/Card.tsx";
import { AddPasskey } from "../../layout/passkey/AddPasskey.tsx";
import { Button } from "../../ui/form/Button.tsx";

/** Offers a passkey to somebody who has come by a link. */
export function PasskeyOffer({ onDone }: { onDone: () => unknown }) {
  // The button that had the focus is gone.
  useEffect(() => document.querySelector("h1")?.focus(), []);
  return (
    <Card
      heading="Come back without a link"
      text="A passkey signs you in with the PIN, finger or face that unlocks your device."
    >
      <AddPasskey hasPasskey={false} emphasis="primary" size="large" onAdded={onDone} />
      <Button size="large" onClick={() => void onDone()}>
        Not now
      </Button>
    </Card>
  );
}
