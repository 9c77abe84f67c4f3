import type { SamlPerson } from "@/lib/core/ports/saml";
import { cut, textOf } from "../../social/trial/claims";
import { attributesInUse } from "../saml/profile";
import type { SsoClaimUse, SsoTrialClaim } from "./resource";

const MAX_CLAIMS = 100;
const MAX_NAME_LENGTH = 200;

const OF_CLAIMS: Readonly<Record<string, SsoClaimUse>> = {
  sub: "id",
  email: "email",
  email_verified: "email-verified",
  name: "name",
  auth_time: "session",
  acr: "session",
  sid: "session",
};

/** They are made for one token, and can be used against it: nobody needs to see them. */
const OF_THE_TOKEN: ReadonlySet<string> = new Set(["nonce", "at_hash", "c_hash", "s_hash"]);

/** Returns the claims of an issuer, with the use of each. */
export function describeClaims(claims: Readonly<Record<string, unknown>>): SsoTrialClaim[] {
  const told = Object.entries(claims).filter(([name]) => !OF_THE_TOKEN.has(name));
  return sorted(told.map(([name, value]) => toClaim(name, value, OF_CLAIMS[name] ?? null)));
}

/** Returns the attributes of an assertion, with the use of each. */
export function describeAttributes(attributes: SamlPerson["attributes"]): SsoTrialClaim[] {
  const { email, names } = attributesInUse(attributes);
  const usedFor = (name: string) => (name === email ? "email" : names.includes(name) ? "name" : null);
  return sorted(Object.entries(attributes).map(([name, values]) => toClaim(name, values.join(", "), usedFor(name))));
}

function toClaim(name: string, value: unknown, use: SsoClaimUse | null): SsoTrialClaim {
  return { name: cut(name, MAX_NAME_LENGTH), value: textOf(value), use };
}

function sorted(claims: SsoTrialClaim[]): SsoTrialClaim[] {
  return claims.toSorted((one, other) => Number(one.use === null) - Number(other.use === null)).slice(0, MAX_CLAIMS);
}
