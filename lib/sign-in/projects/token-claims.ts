import { z } from "zod";

/** Claims that RFC 7519, RFC 8693, RFC 7800, RFC 9068 or OpenID Connect define, or that tokens of the service have. */
const RESERVED: ReadonlySet<string> = new Set([
  ...["iss", "sub", "aud", "exp", "nbf", "iat", "jti", "sid", "email", "email_verified"],
  ...["azp", "nonce", "auth_time", "acr", "amr", "at_hash", "c_hash", "s_hash", "cnf", "act", "may_act"],
  ...["scope", "client_id", "sub_jwk", "events", "txn", "sso_connection_id"],
]);

const MAX_CLAIMS = 20;

/** Returns why a claim cannot be called this; `null` if it can. */
function problemOfName(name: string): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_:/.-]{0,63}$/.test(name)) {
    return "must be called by 1 to 64 letters, digits and _ : / . -, beginning with a letter";
  }
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || lower.startsWith("org") ? "is a reserved name: choose another one" : null;
}

const FIELDS = ["name", "image", "twoFactorEnabled", "createdAt"] as const;
const PATH = /^publicMetadata(?:\.[A-Za-z0-9_-]{1,64}){0,5}$/;

const ClaimSource = z
  .string()
  .max(512)
  .refine((source) => !source.startsWith("privateMetadata"), {
    message: "must not be private metadata: users can read their tokens",
    abort: true,
  })
  .refine((source) => (FIELDS as readonly string[]).includes(source) || PATH.test(source), {
    message: `must be ${FIELDS.join(", ")} or a path such as publicMetadata.role`,
  });

/** Claims by name, with the field of the user or the path in the public metadata that each is read from. */
export const TokenClaims = z
  .record(z.string(), ClaimSource.nullable())
  .superRefine((claims, context) => {
    for (const name of Object.keys(claims)) {
      const message = problemOfName(name);
      if (message !== null) context.addIssue({ code: "custom", path: [name], message });
    }
  })
  .transform((claims) => {
    const kept = Object.entries(claims).filter((entry): entry is [string, string] => entry[1] !== null);
    return Object.fromEntries(kept);
  })
  .refine((claims) => Object.keys(claims).length <= MAX_CLAIMS, `must have at most ${MAX_CLAIMS} claims`);
