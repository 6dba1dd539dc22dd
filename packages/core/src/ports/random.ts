/** Random numbers that are safe for secrets. */
export interface Random {
  bytes(count: number): Uint8Array;
}
