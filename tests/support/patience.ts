/**
 * How long tests wait for an answer of another program, in milliseconds. A busy machine takes many times as long as a
 * quiet one, so this only ends what hangs.
 */
export const patience = 60_000;

/** The same for a message to a webhook. */
export const patientPost = { name: patience, connect: patience, body: patience, all: patience } as const;

/** The same for an answer that never comes, because the simulator hangs. */
export const impatience = 300;
