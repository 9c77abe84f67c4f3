import { domainInOneForm } from "@/lib/core/email-address";
import type { UserContext } from "../context";
import { SignInError } from "../errors";

/**
 * Throws `SSO_REQUIRED` for an address whose company has its people sign in by its identity provider alone. It depends
 * on the domain, so it is the same with and without a user. An organisation of the dashboard has no say over accounts:
 * its requirement holds where its members enter it.
 */
export async function requireOtherWayIn(ctx: UserContext, email: string): Promise<void> {
  if (await isSsoRequired(ctx, email)) throw new SignInError("SSO_REQUIRED");
}

export async function isSsoRequired({ db, project }: UserContext, email: string): Promise<boolean> {
  if (project.hasSso === false) return false;
  const domain = domainOf(email);
  const connection = { isEnabled: true, isRequired: true, organisationId: null };
  const where = { projectId: project.id, domain, verifiedAt: { not: null }, connection };
  return (await db.ssoDomain.findFirst({ where, select: { domain: true } })) !== null;
}

export function domainOf(email: string): string {
  return domainInOneForm(email.slice(email.lastIndexOf("@") + 1));
}
