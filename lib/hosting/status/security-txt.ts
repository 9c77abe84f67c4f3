import type { StatusContext } from "./status-context";

const VALID_DAYS = 180;

/** Returns the file of RFC 9116. `Expires` moves with the clock, so the file never expires while the service runs. */
export async function securityTxt(ctx: StatusContext, _input: object): Promise<string> {
  const expires = new Date(ctx.clock.now().getTime() + VALID_DAYS * 86_400_000);
  expires.setUTCHours(0, 0, 0, 0);
  const contact = ctx.securityContact ?? `${ctx.baseUrl}/docs/security`;
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${ctx.baseUrl}/.well-known/security.txt`,
    "",
  ].join("\n");
}
