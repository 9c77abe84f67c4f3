import type { UserContext } from "../context";
import { SignInError } from "../errors";

export interface RelyingParty {
  /** The domain that passkeys are made for (WebAuthn section 5.1.2, RP ID). */
  id: string;
  name: string;
  /** The origins of the project and the service whose host is the domain or below it. */
  origins: string[];
}

/** Returns the relying party that the project is to browsers. Throws `PASSKEY_DISABLED`. */
export function requireRelyingParty({ project, baseUrl }: UserContext): RelyingParty {
  const { methods, passkeys, brand, allowedOrigins } = project.settings;
  if (!methods.passkey) throw new SignInError("PASSKEY_DISABLED");
  const id = passkeys.rpId ?? new URL(baseUrl).hostname;
  const origins = [...new Set([...allowedOrigins, baseUrl])].filter((origin) => isOriginOf(origin, id));
  return { id, name: brand.name ?? project.name, origins };
}

/** Returns whether pages of this origin can use passkeys of the domain; http is for localhost alone. */
export function isOriginOf(origin: string, rpId: string): boolean {
  const { protocol, hostname } = new URL(origin);
  if (hostname !== rpId && !hostname.endsWith(`.${rpId}`)) return false;
  return protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
}
