import type { ComponentProps } from "react";
import { Form } from "../form/Form.tsx";
import { Dialog } from "./Dialog.tsx";

type FormProps = Omit<ComponentProps<typeof Form>, "place" | "onCancel">;
type DialogProps = Pick<ComponentProps<typeof Dialog>, "title" | "guarded" | "onClose">;

/** A form in a dialog. Cancel closes it. */
export function FormDialog({ title, guarded = false, onClose, ...form }: FormProps & DialogProps) {
  return (
    <Dialog title={title} guarded={guarded} onClose={onClose}>
      <Form {...form} place="dialog" onCancel={onClose} />
    </Dialog>
  );
}
