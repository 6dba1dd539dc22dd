import { longestTokenName, mostNetworks, tokenLife } from "@shardwatch/core/contract/token/limits";
import type { TokenScope } from "@shardwatch/core/contract/token/scopes";
import type { ApiToken, CreatedToken, TokenChange } from "@shardwatch/core/contract/token/token";
import type { ReactNode } from "react";
import { changeToken, createToken } from "../../../api/people/tokens.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { isOutdated } from "../../../lib/errors.ts";
import { useForm } from "../../../lib/use-form.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { SelectField } from "../../../ui/form/SelectField.tsx";
import { TextAreaField } from "../../../ui/form/TextAreaField.tsx";
import { FormDialog } from "../../../ui/popup/FormDialog.tsx";
import { ScopesField } from "./ScopesField.tsx";
import { networksIn } from "./token-texts.ts";

/** What a token may do and from where, as it is typed. */
interface Typed {
  name: string;
  scopes: readonly TokenScope[];
  /** Separated as `networksIn` reads them. */
  networks: string;
}

const inputOf = ({ name, scopes, networks }: Typed): TokenChange => ({
  name: name.trim(),
  scopes: [...scopes],
  networks: networksIn(networks),
});

/** The API knows what a network is. */
const faultsOf = ({ name, scopes, networks }: Typed) => ({
  name: name.trim() === "" ? "Name is required" : undefined,
  scopes: scopes.length === 0 ? "Choose at least one" : undefined,
  networks: networksIn(networks).length > mostNetworks ? `At most ${mostNetworks} networks` : undefined,
});

/** The part of a form that the fields need. */
interface TypedForm {
  values: Typed;
  change: (part: Partial<Typed>) => void;
  faultOf: (name: "scopes") => string | undefined;
  field: (name: "name" | "networks") => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
  };
}

interface TokenFieldsProps {
  form: TypedForm;
  /** A short field beside the name. */
  beside?: ReactNode;
}

/** The fields that a new token and a changed one have. */
function TokenFields({ form, beside }: TokenFieldsProps) {
  return (
    <>
      <div className={`grid items-start gap-4 ${beside ? "sm:grid-cols-[minmax(0,1fr)_10rem]" : ""}`}>
        <Field
          label="Name"
          maxLength={longestTokenName}
          autoComplete="off"
          placeholder="Nightly report"
          aria-required
          {...form.field("name")}
        />
        {beside}
      </div>
      <ScopesField
        chosen={form.values.scopes}
        fault={form.faultOf("scopes")}
        onChange={(scopes) => form.change({ scopes })}
      />
      <TextAreaField
        label="Networks (optional)"
        hint="Where it may be used from: one address or network a line. Leave it empty for anywhere."
        placeholder="192.0.2.0/24"
        autoComplete="off"
        spellCheck={false}
        {...form.field("networks")}
      />
    </>
  );
}

interface NewTokenFormProps {
  onCreated: (created: CreatedToken) => void;
  onClose: () => void;
}

const lives = [7, 30, tokenLife.usual, 180, tokenLife.most].map((days) => [days, `In ${days} days`] as const);

/** Asks what a new token may do, from where, and how long. */
export function NewTokenForm({ onCreated, onClose }: NewTokenFormProps) {
  const form = useForm({
    initial: { name: "", scopes: [] as readonly TokenScope[], networks: "", days: String(tokenLife.usual) },
    faultsOf,
    send: async (values) =>
      onCreated(await createToken({ ...inputOf(values), expiresInDays: Number(values.days) })),
    failure: "Failed to create the token",
  });
  return (
    <FormDialog
      title="Create token"
      form={form}
      verb="Create"
      pending="Creating…"
      focus="first-field"
      onClose={onClose}
    >
      <TokenFields
        form={form}
        beside={
          <SelectField
            label="Expires"
            value={form.values.days}
            onChange={({ target }) => form.change({ days: target.value })}
            options={lives}
          />
        }
      />
    </FormDialog>
  );
}

/** Changes what a token may do and from where. Its end never moves. */
export function EditTokenDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const { name, scopes, networks } = token;
  const form = useForm<Typed>({
    initial: { name, scopes, networks: networks.join("\n") },
    faultsOf,
    send: async (values) => {
      await changeToken(token, inputOf(values));
      showSuccess("Token changed");
      onClose();
    },
    failure: "Failed to change the token",
  });
  return (
    <FormDialog
      title="Edit token"
      form={form}
      verb="Save"
      pending="Saving…"
      focus="first-field"
      help={isOutdated(form.error) && <p className="text-sm">Cancel, and edit it as it is now.</p>}
      onClose={onClose}
    >
      <TokenFields form={form} />
    </FormDialog>
  );
}
