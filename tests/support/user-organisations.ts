import { getToken } from "@/lib/sign-in/tokens/get";
import { acceptOrganisationInvitation } from "@/lib/sign-in/user-organisations/accept-invitation";
import { createUserOrganisation } from "@/lib/sign-in/user-organisations/create";
import { inviteMember } from "@/lib/sign-in/user-organisations/invite";
import type { OrganisationRole } from "@/lib/sign-in/user-organisations/roles";
import { makeUserContext, newEmail, signUp } from "./sign-in";
import { otherBrowser, type SignedInTestRequest, signedInRequest, type TestRequest } from "./test-browser";

/** Limits on mails are tested on their own. */
const limits = {
  mailInterval: { limit: 1_000, windowSeconds: 60 },
  mailPerMailbox: { limit: 1_000, windowSeconds: 60 },
};

/** A browser at a project whose users have organisations. */
export function makeOrganisationsContext(
  options: Parameters<typeof makeUserContext>[0] & { organizations?: Record<string, unknown> } = {},
) {
  const { organizations, ...rest } = options;
  const settings = { limits, organizations: { enabled: true, ...organizations }, ...(rest.settings as object) };
  return makeUserContext({ ...rest, settings });
}

/** Another user of the project, signed in, who has proven their address. */
export async function signInUser(ctx: TestRequest, email = newEmail()): Promise<SignedInTestRequest> {
  const browser = otherBrowser(ctx);
  const { id } = await signUp(browser, email);
  await ctx.db.user.update({ where: { id }, data: { emailVerified: true } });
  return signedInRequest(browser);
}

let count = 0;

export function newSlug(): string {
  count += 1;
  return `acme-${process.pid}-${count}`;
}

/** An organisation of a new owner, who works in it. */
export async function foundOrganisation(ctx: TestRequest) {
  const founder = await signInUser(ctx);
  const organisation = await createUserOrganisation(founder, { name: "Acme", slug: newSlug() });
  return { owner: await signedInRequest(founder), organisation };
}

/** A new user who was invited and has joined. */
export async function join(owner: SignedInTestRequest, organizationId: string, role: OrganisationRole) {
  const user = await signInUser(owner);
  const { id } = await inviteMember(owner, { email: user.session.user.email, role, organizationId });
  const { member } = await acceptOrganisationInvitation(user, { invitationId: id });
  return { user: await signedInRequest(user), member };
}

/** The claims of the session's token. */
export async function claimsOf(ctx: SignedInTestRequest): Promise<Record<string, unknown>> {
  const { token } = await getToken(ctx);
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
}
