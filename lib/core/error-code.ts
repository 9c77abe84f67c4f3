export function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

/** Returns whether a code of Node's is about the certificate of the other side, such as `CERT_HAS_EXPIRED`. */
export function isOfCertificate(code: string): boolean {
  return /CERT|SIGNATURE|ALTNAME|SELF_SIGNED|ISSUER/.test(code);
}

/** Returns the code or the class of an error, never its message, which may quote a connection string. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  return codeOf(error) ?? error.name;
}
