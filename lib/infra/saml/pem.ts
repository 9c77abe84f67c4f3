/** Returns a certificate as PEM, of its DER in base64. */
export function toPem(certificate: string): string {
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----"].join("\n");
}
