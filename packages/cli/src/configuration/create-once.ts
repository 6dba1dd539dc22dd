import { digest } from "@shardwatch/core/kit/hash";
import { exit, Failure } from "../exit.ts";

/** More objects than one entry ever leads to. */
const mostAttempts = 20;

/**
 * Creates an object, and nothing twice: the client token follows from what is created. An object that the token has led to
 * before may have been renamed or ended since. Then the next token follows from that object.
 * @param send creates, or answers with what the token has created before
 * @param isMeant whether the answer is what was to be created
 */
export async function createOnce<Found extends { id: string }>(
  body: object,
  send: (clientToken: string) => Promise<Found>,
  isMeant: (found: Found) => boolean,
): Promise<Found> {
  let clientToken = tokenOf(body);
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const found = await send(clientToken);
    if (isMeant(found)) return found;
    clientToken = tokenOf([clientToken, found.id]);
  }
  throw new Failure(exit.trouble, "The API answers with another object than the one to create.");
}

const tokenOf = (value: object): string => `apply-${digest(JSON.stringify(value))}`;
