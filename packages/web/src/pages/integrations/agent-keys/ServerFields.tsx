import { authorityFile, type WatchedServer } from "@shardwatch/core/kit/agent-configuration";
import type { ComponentProps } from "react";
import { serverAddressFault, userNameFault } from "../../../sources/setup/server-address.ts";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { Field } from "../../../ui/form/Field.tsx";

/** What is asked of the server to watch. */
type ServerValues = Required<WatchedServer>;

export const noServer: ServerValues = {
  address: "",
  needsPassword: false,
  username: "",
  usesTls: false,
  hasPrivateAuthority: false,
};

/** The server of these values. A choice that is no longer shown does not count. */
export const watchedServer = ({ needsPassword, usesTls, ...values }: ServerValues): WatchedServer => ({
  address: values.address.trim(),
  needsPassword,
  username: needsPassword ? values.username.trim() : "",
  usesTls,
  hasPrivateAuthority: usesTls && values.hasPrivateAuthority,
});

export const serverFaults = ({ address, needsPassword, username }: ServerValues) => ({
  address: serverAddressFault(address),
  username: needsPassword ? userNameFault(username) : undefined,
});

interface ServerFieldsProps {
  form: {
    values: ServerValues;
    change: (part: Partial<ServerValues>) => void;
    check: (name: "address" | "username") => void;
    faultOf: (name: "address" | "username") => string | undefined;
    field: (name: "address" | "username") => Omit<ComponentProps<typeof Field>, "label">;
  };
}

/** Asks where the server is, and how the agent gets in. It never asks for the password. */
export function ServerFields({ form }: ServerFieldsProps) {
  const { needsPassword, usesTls, hasPrivateAuthority } = form.values;
  // A fault takes the line of the hint. What is below must not move while somebody clicks it.
  const textField = (name: "address" | "username", hint: string) => ({
    autoComplete: "off",
    spellCheck: false,
    hint: form.faultOf(name) === undefined ? hint : undefined,
    onBlur: () => form.check(name),
    ...form.field(name),
  });
  return (
    <>
      <Field
        label="Server address (optional)"
        placeholder="localhost:6379"
        {...textField("address", "Host and port, as the agent's host reaches it.")}
      />
      {/* The boxes begin where the fields do. */}
      <div className="-mx-2 grid gap-1">
        <Checkbox
          label="The server needs a password"
          checked={needsPassword}
          onChange={({ target }) => form.change({ needsPassword: target.checked })}
        />
        {needsPassword && (
          <div className="grid gap-3 pr-2 pb-2 pl-8">
            <p className="text-sm text-muted">The command asks for it. Shardwatch never gets it.</p>
            <Field
              label="Redis user (optional)"
              placeholder="shardwatch"
              {...textField("username", "Leave it empty for the default user.")}
            />
          </div>
        )}
        <Checkbox
          label="The server uses TLS"
          checked={usesTls}
          onChange={({ target }) => form.change({ usesTls: target.checked })}
        />
        {usesTls && (
          <div className="pl-6">
            <Checkbox
              label="A private authority signed its certificate"
              checked={hasPrivateAuthority}
              onChange={({ target }) => form.change({ hasPrivateAuthority: target.checked })}
            />
            {hasPrivateAuthority && (
              <p className="pr-2 pl-8 text-sm text-muted">
                The agent reads the authority&rsquo;s certificate from the file {authorityFile}.
              </p>
            )}
          </div>
        )}
      </div>
    </>
  );
}
