/** Where a command writes. */
export interface Screen {
  write(text: string): void;
  /** Whether a person sees it at once. */
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly rows: number;
  /** Whether the reader has closed the pipe, as `head` does. What is written then is lost. */
  readonly isClosed: boolean;
}

/** What a command has of the machine that it runs on. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the person. */
  readonly home: string;
  /** What the machine is called. */
  readonly host: string;
  /** What was asked for. */
  readonly stdout: Screen;
  /** What is said about it. */
  readonly stderr: Screen;
  /** Whether a person can answer. */
  readonly canAsk: boolean;
  /** All of the input, of at most `most` bytes. */
  readInput(most: number): Promise<string>;
  /** The lines of the input as they come, each of at most `most` bytes; undefined stands for a longer one. */
  lines(most: number): AsyncIterable<string | undefined>;
  /** Asks a person. Only where that is possible. */
  ask(question: string): Promise<string>;
  /** Shows a text of more than one screen, to be paged through. False where there is no such program. */
  page(text: string): Promise<boolean>;
  /** Aborted by Ctrl-C. */
  readonly interrupted: AbortSignal;
  /** Unix epoch in milliseconds. */
  now(): number;
  /** Resolves after so many milliseconds. Rejects at Ctrl-C. */
  wait(milliseconds: number): Promise<void>;
}
