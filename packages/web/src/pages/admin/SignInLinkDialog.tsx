import type { Account } from "@shardwatch/core/contract/people/account";
import type { MadeLink } from "@shardwatch/core/contract/people/sign-in-link";
import { useCallback, useState } from "react";
import { makeSignInLink } from "../../api/people/accounts.ts";
import { useForm } from "../../lib/use-form.ts";
import { Button } from "../../ui/form/Button.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { SecretField, useForgetOnLeave } from "../../ui/form/SecretField.tsx";
import { Dialog } from "../../ui/popup/Dialog.tsx";

/** Makes a link for somebody who has lost their passkeys, and shows it once. */
export function SignInLinkDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const [made, setMade] = useState<MadeLink>();
  useForgetOnLeave(useCallback(() => setMade(undefined), []));
  const form = useForm({
    initial: {},
    send: async () => setMade(await makeSignInLink(account.id)),
    failure: "Failed to make a link",
    after: "kept",
  });
  return (
    <Dialog title="Sign-in link" onClose={onClose} guarded={made !== undefined}>
      {made ? (
        <div className="grid gap-4 p-4">
          <p>Send it to {account.email} alone. It works once, for 15 minutes, and isn&rsquo;t shown again.</p>
          <SecretField label="Link" secret={made.url} what="the link" />
          <Button className="justify-self-end" onClick={onClose}>
            Done
          </Button>
        </div>
      ) : (
        <Form form={form} place="dialog" verb="Make link" pending="Making…" focus="cancel" onCancel={onClose}>
          <p className="wrap-anywhere">
            A link signs in {account.email}, in whatever browser it is opened. Make one for somebody who has
            lost their passkeys, if you know that it is them who ask.
          </p>
        </Form>
      )}
    </Dialog>
  );
}
