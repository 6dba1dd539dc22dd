import { SquareTerminal } from "lucide-react";
import { copyText } from "../lib/browser/copy-text.ts";
import { commandOf } from "../lib/words/shell.ts";
import { useShowsOwn } from "../session/shows-own.ts";
import { Button } from "../ui/form/Button.tsx";

interface CommandButtonProps {
  /** A command of the command line. */
  name: string;
  words?: readonly string[];
  /** Says what the command does where it changes something. */
  label?: string;
}

/**
 * Copies the command with which a terminal does what the page does. A command line reads its person's own organization alone, so there is
 * none for another one.
 */
export function CommandButton({ name, words = [], label = "Copy command" }: CommandButtonProps) {
  if (!useShowsOwn()) return null;
  const command = commandOf(name, ...words);
  return (
    <Button onClick={() => void copyText(command, "Command copied", "Failed to copy the command")}>
      <SquareTerminal aria-hidden className="size-3.5" />
      {label}
    </Button>
  );
}
