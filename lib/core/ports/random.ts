/** The bytes come from a cryptographically secure source. */
export interface Random {
  bytes(length: number): Uint8Array;
}
