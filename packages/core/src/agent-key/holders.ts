/*
 * Who was handed the secrets of a key. Its creator has the first one; who rotates the key has
 * the next one. A secret of somebody else does not go along to another organization: they would write into it from
 * outside.
 */

interface Secrets {
  /** Id of the account that created the key. */
  createdBy: string;
  /** Unix epoch in milliseconds, as all times here. */
  createdAt: number;
  /** The number of the present secret. */
  rotations: number;
  /** When the former secret ends. */
  formerUntil?: number | undefined;
  /** Which account a rotation handed a secret to. */
  handed?: readonly { rotation: number; to: string }[] | undefined;
  /** The rotation whose secret ended when the key moved. */
  endedRotation?: number | undefined;
}

/** Which secrets of a key end when it moves. */
export interface EndingSecrets {
  current: boolean;
  former: boolean;
}

/** Stored in place of a secret's digest when it has ended. No secret has this digest. */
export const endedHash = "ended";

/** Whether the present secret ended when the key moved, and no rotation has replaced it. */
export const isEnded = ({ endedRotation, rotations }: Secrets): boolean => endedRotation === rotations;

/**
 * Who was handed the secret of that rotation; 0 is the first one. Undefined for one of a rotation by a former version, which did
 * not store who rotated.
 */
const holderOf = ({ createdBy, handed }: Secrets, rotation: number): string | undefined =>
  rotation === 0 ? createdBy : handed?.find((one) => one.rotation === rotation)?.to;

/** The holders to store when a rotation hands a new secret to that account. */
export function handedAfter(key: Secrets, to: string): { rotation: number; to: string }[] {
  const { rotations } = key;
  // Behind an ended secret, the one before it remains the former one.
  const former = holderOf(key, isEnded(key) ? rotations - 1 : rotations);
  return [
    { rotation: rotations + 1, to },
    ...(former === undefined ? [] : [{ rotation: rotations, to: former }]),
  ];
}

/**
 * Which secrets end when the key moves with its creator. An unknown holder counts as somebody else. So does who used the
 * creator's account before its email was proven.
 * @param provenAt when that was; undefined for an account whose email was known from the start
 */
export function endingSecrets(key: Secrets, now: number, provenAt: number | undefined): EndingSecrets {
  const { createdBy, createdAt, rotations, formerUntil = 0, endedRotation } = key;
  // After a move has ended the first secrets, there are new ones.
  const isOlder = provenAt !== undefined && createdAt <= provenAt && endedRotation === undefined;
  const isOthers = (rotation: number) => isOlder || holderOf(key, rotation) !== createdBy;
  return {
    current: !isEnded(key) && isOthers(rotations),
    former: formerUntil > now && isOthers(rotations - 1),
  };
}
