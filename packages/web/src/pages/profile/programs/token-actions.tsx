import type { ApiToken, CreatedToken } from "@shardwatch/core/contract/token/token";
import { Copy, KeyRound, Pencil, Trash2, Unplug } from "lucide-react";
import { copyId } from "../../../lib/browser/copy-id.ts";
import type { Action } from "../../../ui/popup/MenuButton.tsx";
import type { OpenDialog } from "../../../ui/popup/use-dialog.ts";
import { EditTokenDialog, NewTokenForm } from "./TokenForms.tsx";
import { NewTokenDialog } from "./NewTokenDialog.tsx";
import type { Maker } from "./makers.ts";
import {
  EndOldSecretDialog,
  RevokeAllDialog,
  RevokeTokenDialog,
  RotateTokenDialog,
} from "./token-dialogs.tsx";
import { endOf } from "./token-texts.ts";

/** The dialog is the only place that holds a secret. When it closes, the secret is gone. */
const showToken = (created: CreatedToken, isRotated: boolean, open: OpenDialog): void =>
  open((close) => <NewTokenDialog created={created} isRotated={isRotated} onDone={close} />);

/** Asks for a new token, and shows it next. */
export const openNewToken = (open: OpenDialog): void =>
  open((close) => <NewTokenForm onCreated={(created) => showToken(created, false, open)} onClose={close} />);

/**
 * What people can do with a token. One that has expired is not rotated: its new secret would not work. One of the
 * configuration file is changed there.
 * @param maker who created it; undefined while that is not known
 */
export function actionsOf(token: ApiToken, maker: Maker | undefined, open: OpenDialog): Action[] {
  const opens = { opensDialog: true };
  const copy = { label: "Copy ID", icon: Copy, onSelect: () => void copyId(token.id) };
  if (token.managedBy) return [copy];
  return [
    copy,
    {
      ...opens,
      label: "Edit",
      icon: Pencil,
      onSelect: () => open((close) => <EditTokenDialog token={token} onClose={close} />),
    },
    ...(endOf(token, Date.now()) === "over"
      ? []
      : [
          {
            ...opens,
            label: "Rotate",
            icon: KeyRound,
            onSelect: () =>
              open((close) => (
                <RotateTokenDialog
                  token={token}
                  onRotated={(rotated) => showToken(rotated, true, open)}
                  onClose={close}
                />
              )),
          },
        ]),
    ...(token.rotation
      ? [
          {
            ...opens,
            label: "End old secret",
            icon: Unplug,
            onSelect: () => open((close) => <EndOldSecretDialog token={token} onClose={close} />),
          },
        ]
      : []),
    {
      ...opens,
      label: "Revoke",
      icon: Trash2,
      danger: true,
      onSelect: () => open((close) => <RevokeTokenDialog token={token} onClose={close} />),
    },
    ...(maker && maker.tokens.length > 1
      ? [
          {
            ...opens,
            label: `Revoke all by ${maker.name}`,
            icon: Trash2,
            danger: true,
            onSelect: () => open((close) => <RevokeAllDialog maker={maker} onClose={close} />),
          },
        ]
      : []),
  ];
}
