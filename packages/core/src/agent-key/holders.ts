/*
 * Who was handed the secrets of a key. Its creator has the first one; a later one has whoever rotated the key. A
 * secret of somebody else does not go along to another organization: they would write into it from outside.
 */

interface Secrets {
  /** Id of the account that created the key. */
  createdBy: string;
  /** The number of the present secret. */
  rotations: number;
  /** When the former secret ends, Unix epoch in milliseconds. */
  formerUntil?: number | undefined;
  /** Which account a rotation handed a secret to. */
  handed?: readonly { secret: number; to: string }[] | undefined;
  /** The number of the secret that ended when the key moved. */
  endedSecret?: number | undefined;
}

/** Which secrets of a key end when it moves. */
export interface EndingSecrets {
  current: boolean;
  former: boolean;
}

/** Stored in place of a secret's digest when it has ended. No secret has this digest. */
export const endedHash = "ended";

/** Whether the present secret ended when the key moved, and no rotation has replaced it. */
export const isEnded = ({ endedSecret, rotations }: Secrets): boolean => endedSecret === rotations;

/** Undefined for a secret of a rotation by a former version, which did not store who rotated. */
const holderOf = ({ createdBy, handed }: Secrets, secret: number): string | undefined =>
  secret === 0 ? createdBy : handed?.find((one) => one.secret === secret)?.to;

/** The holders to store when a rotation hands a new secret to that account. */
export function handedAfter(key: Secrets, to: string): { secret: number; to: string }[] {
  const { rotations } = key;
  // Behind an ended secret, the one before it remains the former one.
  const former = holderOf(key, isEnded(key) ? rotations - 1 : rotations);
  return [
    { secret: rotations + 1, to },
    ...(former === undefined ? [] : [{ secret: rotations, to: former }]),
  ];
}

/** Which secrets end when the key moves with its creator. An unknown holder counts as somebody else. */
export function endingSecrets(key: Secrets, now: number): EndingSecrets {
  const { createdBy, rotations, formerUntil = 0 } = key;
  return {
    current: !isEnded(key) && holderOf(key, rotations) !== createdBy,
    former: formerUntil > now && holderOf(key, rotations - 1) !== createdBy,
  };
}
