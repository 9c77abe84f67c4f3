import { isSamlError } from "@/lib/core/ports/saml";
import { isSocialFailure, SocialFailure } from "@/lib/core/ports/social-failure";
import { SignInError } from "@/lib/sign-in/errors";
import type { SignInContext, UserContext } from "../../context";
import type { UsableConnection } from "../find-connection";
import { isOfCompany, matchPerson } from "../match-person";
import type { SsoProfile } from "../profile";
import { adviceOn } from "./advice";
import type { SsoTrial, SsoTrialOutcome } from "./resource";

export function emptyReport({ clock }: Pick<SignInContext, "clock">, connection: UsableConnection): SsoTrial {
  const { id: connectionId, name, protocol } = connection;
  const issuer =
    connection.protocol === "saml" ? connection.identityProvider.entityId : connection.client.custom.issuer;
  const facts = { connectionId, name, protocol, issuer, at: clock.now().toISOString() };
  return { ...facts, claims: [], person: null, session: null, outcome: null, failure: null };
}

type Told = Pick<SsoProfile, "subject" | "email" | "name" | "nameIdFormat">;

/** Notes whom the identity provider named. */
export function notePerson(report: SsoTrial, connection: UsableConnection, told: Told): void {
  const { subject, nameIdFormat: subjectFormat, email, name } = told;
  const isDomainVerified = email !== null && isOfCompany(connection, email);
  report.person = { subject, subjectFormat, email, isDomainVerified, name };
}

/** Notes the identity provider's account of its own session. */
export function noteSession(report: SsoTrial, { authenticatedAt, acr, amr }: SsoProfile): void {
  const at = authenticatedAt === null ? null : new Date(authenticatedAt).toISOString();
  report.session = { amr, acr, authenticatedAt: at };
}

/** Notes the effect that the sign-in of this person would have now. Throws `SocialFailure` as it would. */
export async function noteOutcome(
  ctx: UserContext,
  report: SsoTrial,
  connection: UsableConnection,
  profile: SsoProfile,
): Promise<void> {
  report.outcome = await foresee(ctx, connection, profile);
}

async function foresee(ctx: UserContext, connection: UsableConnection, profile: SsoProfile): Promise<SsoTrialOutcome> {
  const match = await matchPerson(ctx, connection, profile);
  if (match.kind === "new") return { kind: "new", userId: null, email: match.email, needsSecondFactor: false };
  const { kind, user } = match;
  if (user.bannedAt) throw new SocialFailure("banned");
  const needsSecondFactor = ctx.project.settings.methods.twoFactor && user.twoFactorEnabled === true;
  return { kind, userId: user.id, email: user.email, needsSecondFactor };
}

/** Notes why the sign-in was refused. Other errors are thrown on. */
export function noteFailure(report: SsoTrial, connection: UsableConnection, error: unknown): void {
  const { code, reason, detail } = toFailure(error);
  report.failure = { code, reason, detail, advice: adviceOn({ code, reason, detail }, { report, connection }) };
}

function toFailure(error: unknown): Pick<SocialFailure, "code" | "reason" | "detail"> {
  if (isSocialFailure(error)) return error;
  if (isSamlError(error)) return { code: "invalid_saml_response", reason: error.refusal, detail: error.detail };
  if (error instanceof SignInError && error.code === "BANNED_USER") return new SocialFailure("banned");
  throw error;
}
