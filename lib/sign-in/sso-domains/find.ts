import { z } from "zod";
import { domainInOneForm } from "@/lib/core/email-address";
import type { UserContext } from "../context";

export const FindSsoQuery = z.object({
  domain: z.string().trim().min(1).max(253).overwrite(domainInOneForm).meta({
    description: "The part after the @ of an address.",
    example: "acme.example",
  }),
});

/** The connection by which people of a domain sign in, as a sign-in page offers it. */
const OfferedConnection = z.object({
  id: z.string().meta({ example: "sso_4k9x2m7q1w8e5r3t6y0u" }),
  name: z.string().meta({ example: "Acme" }),
  required: z.boolean().meta({ description: "Whether its people can sign in by it alone.", example: false }),
});

export const FoundSso = z.object({ connection: OfferedConnection.nullable() }).meta({ id: "FoundSso" });

/** Returns the enabled connection that has verified the domain, if any. It tells nothing of the accounts there. */
export async function findSsoForDomain(
  ctx: UserContext,
  { domain }: z.infer<typeof FindSsoQuery>,
): Promise<z.infer<typeof FoundSso>> {
  if (ctx.project.hasSso === false) return { connection: null };
  const where = { projectId: ctx.project.id, domain, verifiedAt: { not: null }, connection: { isEnabled: true } };
  const select = { connection: { select: { id: true, name: true, isRequired: true, organisationId: true } } };
  const found = await ctx.db.ssoDomain.findFirst({ where, select });
  if (!found) return { connection: null };
  const { id, name, isRequired, organisationId } = found.connection;
  // An organisation's requirement holds where its members enter it; others have the domain's addresses, too.
  return { connection: { id, name, required: isRequired && organisationId === null } };
}
