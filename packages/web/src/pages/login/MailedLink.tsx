import { useForm } from "../../lib/use-form.ts";
import { mailSignInLink } from "../../session/sign-in-link.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { useState } from "react";

/** Mails a sign-in link. The answer is the same for every email. `isSecond`: whether there is a quicker way in. */
export function MailedLink({ isSecond }: { isSecond: boolean }) {
  const [isSent, setIsSent] = useState(false);
  const form = useForm({
    initial: { email: "" },
    send: async ({ email }) => {
      setIsSent(false);
      await mailSignInLink(email.trim());
      setIsSent(true);
    },
    failure: "Failed to send a link",
    after: "kept",
  });
  return (
    <div className="grid gap-3">
      <Form
        form={form}
        place="page"
        verb="Email me a sign-in link"
        pending="Sending…"
        incomplete={form.values.email.trim() === ""}
        secondary={isSecond}
        browserChecks
      >
        <Field label="Email" type="email" autoComplete="email" required {...form.field("email")} />
      </Form>
      <p role="status" className={isSent ? "" : "absolute"}>
        {isSent && "If this email has an account, a link is on its way. It works once, for 15 minutes."}
      </p>
    </div>
  );
}
