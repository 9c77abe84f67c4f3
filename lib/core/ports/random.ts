/** A source of cryptographically secure random bytes. */
export interface Random {
  bytes(length: number): Uint8Array;
}
