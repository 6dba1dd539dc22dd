import type { ComponentProps } from "react";
import { Form } from "../form/Form.tsx";
import { Dialog } from "./Dialog.tsx";

type FormProps = Omit<ComponentProps<typeof Form>, "place" | "onCancel">;
type DialogProps = Pick<ComponentProps<typeof Dialog>, "title" | "guarded" | "onClose"> & {
  /** Whether its fields change with what is chosen. Then its upper edge stays where it is. */
  grows?: boolean;
};

/** A form in a dialog. Cancel closes it. */
export function FormDialog({
  title,
  guarded = false,
  grows = false,
  onClose,
  ...form
}: FormProps & DialogProps) {
  return (
    <Dialog title={title} guarded={guarded} place={grows ? "upper" : "center"} onClose={onClose}>
      <Form {...form} place="dialog" onCancel={onClose} />
    </Dialog>
  );
}
