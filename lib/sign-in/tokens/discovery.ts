import { z } from "zod";
import type { SignInContext } from "../context";
import { issuerOf } from "./issue";
import { getProject, KEY_SET_SECONDS } from "./key-set";

export const Discovery = z
  .object({
    issuer: z.url().meta({ example: "https://coppice.example/v1/projects/p_4k9x2m7q1w8e5r3t6y0u" }),
    jwks_uri: z.url().meta({
      example: "https://coppice.example/v1/projects/p_4k9x2m7q1w8e5r3t6y0u/.well-known/jwks.json",
    }),
    id_token_signing_alg_values_supported: z.array(z.string()),
    subject_types_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
  })
  .meta({ id: "Discovery" });

/** Returns the issuer's metadata (RFC 8414 section 2), without OAuth endpoints. Throws `project_not_found`. */
export async function getDiscovery(ctx: SignInContext, { projectId }: { projectId: string }): Promise<Response> {
  const { settings } = await getProject(ctx, projectId);
  const issuer = issuerOf(projectId, ctx.baseUrl);
  const document: z.infer<typeof Discovery> = {
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: [settings.token.algorithm],
    subject_types_supported: ["public"],
    response_types_supported: [],
    grant_types_supported: [],
  };
  return Response.json(document, { headers: { "Cache-Control": `public, max-age=${KEY_SET_SECONDS}` } });
}
