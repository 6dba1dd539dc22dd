/** Randomness fit for secrets. */
export interface Random {
  bytes(count: number): Uint8Array;
}
