import { Tooltip } from "../popup/Tooltip.tsx";

interface AccountEmailProps {
  email: string;
  /** Whether nobody but a copied link says that the email is the person's. */
  unverified?: true | undefined;
}

/** The email of an account in a list, and whether it is verified. */
export function AccountEmail({ email, unverified }: AccountEmailProps) {
  return (
    <span className="grid justify-items-start max-md:justify-items-end">
      <span className="wrap-anywhere">{email}</span>
      {unverified && (
        <Tooltip content="Anyone could have used the copied link that they joined by. A sign-in link that is mailed, or made on the server, verifies the email.">
          {(trigger) => (
            <span
              {...trigger}
              className="rounded-sm text-sm text-muted underline decoration-line decoration-dotted underline-offset-4"
            >
              Not verified
            </span>
          )}
        </Tooltip>
      )}
    </span>
  );
}
