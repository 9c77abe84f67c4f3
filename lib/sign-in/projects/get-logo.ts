import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";

const MAX_AGE_SECONDS = 300;

export const GetLogoQuery = z.strictObject({
  v: z.string().max(64).optional().describe("Which logo it is. Browsers keep each for minutes."),
});

/** Returns a project's logo to everybody, since hosted pages show it before a sign-in. Throws `not_found`. */
export async function getLogo(ctx: Context, { projectId }: { projectId: string }): Promise<Response> {
  const logo = await ctx.db.projectLogo.findFirst({ where: { projectId, project: { deletedAt: null } } });
  if (!logo) throw new ServiceError("not_found", "Logo not found.");
  return new Response(logo.content, {
    headers: {
      "Content-Type": logo.mediaType,
      "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`,
      // Mail programs show the logo on their own pages.
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}
