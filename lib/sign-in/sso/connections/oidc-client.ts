import { z } from "zod";
import type { Context } from "@/lib/core/context";
import type { SecretPlace } from "@/lib/core/crypto/seal";
import { ServiceError } from "@/lib/core/errors";
import { CLIENT_AUTHENTICATIONS } from "@/lib/core/ports/identity-providers";
import type { SignInContext } from "../../context";
import { ClientId, ClientSecret, Issuer, Scope } from "../../projects/providers/fields";
import type { ConnectionRow } from "./resource";

const DEFAULT_SCOPES = ["openid", "email", "profile"];

export const OidcClient = z
  .strictObject({
    issuer: Issuer.optional().meta({
      example: "https://login.acme.example",
      form: {
        ...{ label: "Issuer", kind: "url", placeholder: "https://login.acme.example", maxLength: 2_048 },
        fault: "The issuer {reason}.",
      },
    }),
    clientId: ClientId.optional().meta({
      example: "0oa4k9x2m7",
      form: { label: "Client ID", fault: "The client ID {reason}." },
    }),
    clientSecret: ClientSecret.optional().meta({
      description: "Never shown again. Left out, the current secret stays.",
      example: "a-secret-of-the-issuer",
      form: {
        ...{ label: "Client secret", kind: "secret", note: "Leave it empty to keep the current secret" },
        fault: "The client secret {reason}.",
      },
    }),
    scopes: z
      .array(Scope)
      .max(20)
      .optional()
      .meta({ example: ["openid", "email", "profile"] }),
    authentication: z
      .enum(CLIENT_AUTHENTICATIONS)
      .nullish()
      .meta({ description: "How the client authenticates, if the issuer's metadata is wrong." }),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), { message: "must have a field" })
  .meta({
    description: "The company's issuer, and your client at it.",
    example: { issuer: "https://login.acme.example", clientId: "0oa4k9x2m7", clientSecret: "a-secret-of-the-issuer" },
  });
type OidcClient = z.infer<typeof OidcClient>;

/** Asks the issuer for its abilities. Returns it as it writes itself. Throws `invalid_request` in a sentence. */
export async function inspectIssuer(ctx: SignInContext, { issuer }: OidcClient): Promise<string | undefined> {
  if (issuer === undefined) return undefined;
  const found = await ctx.signIn.identityProviders.inspectIssuer(issuer);
  if ("issuer" in found) return found.issuer;
  throw refusal("issuer", found.problem);
}

export type ClientRow = Pick<ConnectionRow, "id" | "issuer" | "clientId" | "scopes" | "authentication">;

interface ClientColumns {
  issuer: string;
  clientId: string;
  clientSecret?: string;
  scopes: string[];
  authentication: string | null;
}

/**
 * Returns the columns of a connection's client, of which `before` has the values that aren't given. A stored secret
 * stays with its issuer: anyone who could send it elsewhere would read it there. Throws `invalid_request`.
 */
export function clientColumns(
  { sealer }: Pick<Context, "sealer">,
  before: ClientRow,
  given: Omit<OidcClient, "issuer"> & { issuer: string | undefined },
): ClientColumns {
  const { clientSecret } = given;
  const issuer = given.issuer ?? before.issuer;
  const clientId = given.clientId ?? before.clientId;
  if (issuer === null) throw refusal("issuer", "Enter the issuer.");
  if (clientId === null) throw refusal("clientId", "Enter the client ID.");
  if (clientSecret === undefined && before.issuer !== issuer) {
    const message = before.issuer === null ? "." : " again: it was for another issuer.";
    throw refusal("clientSecret", `Enter the client secret${message}`);
  }
  const scopes = given.scopes ?? (before.issuer === null ? DEFAULT_SCOPES : before.scopes);
  const authentication = given.authentication === undefined ? before.authentication : given.authentication;
  return {
    ...{ issuer, clientId, scopes: [...new Set(["openid", ...scopes])], authentication },
    ...(clientSecret !== undefined && { clientSecret: sealer.seal(clientSecret, clientSecretPlace(before.id)) }),
  };
}

export function clientSecretPlace(connectionId: string): SecretPlace {
  return { table: "sso_connection", column: "client_secret", rowId: connectionId };
}

function refusal(field: string, message: string): ServiceError {
  return new ServiceError("invalid_request", message, { details: [{ path: `oidc.${field}`, message }] });
}
