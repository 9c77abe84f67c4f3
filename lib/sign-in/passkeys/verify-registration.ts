import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import { Name } from "@/lib/core/user-fields";
import { queueMail } from "@/lib/sign-in/mail/queue";
import type { SignedInContext } from "../context";
import { refusingWith, SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import type { Flow } from "../flow/flow";
import { localeOf } from "../flow/locale";
import { SignInResult } from "../result";
import { requireFreshSession } from "../sessions/require-fresh";
import { Session, toOwnSession } from "../sessions/resource";
import { toUser, User } from "../users/resource";
import { type NewCredential, verifyAttestation } from "./attestation";
import { CeremonyRefusal, refuseCeremony } from "./ceremony";
import { lockPasskeysOf } from "./of-user";
import { type RelyingParty, requireRelyingParty } from "./relying-party";
import { Passkey, type PasskeyRow, toPasskey } from "./resource";
import { CredentialJson, parseRegistrationResponse } from "./responses";
import { takeCeremony } from "./take-ceremony";

export const VerifyRegistrationInput = z.object({
  response: CredentialJson,
  name: Name.optional(),
  createSession: z.boolean().optional().meta({ description: "Tells the session and its user as well." }),
});
type VerifyRegistrationInput = z.infer<typeof VerifyRegistrationInput>;

export const PasskeyAdded = Passkey.extend({ session: Session.optional(), user: User.optional() }).meta({
  id: "PasskeyAdded",
});

/**
 * Adds the passkey that the browser created and notifies the user by mail. A refusal spends the challenge too. Throws
 * `CHALLENGE_NOT_FOUND`, `FAILED_TO_VERIFY_REGISTRATION`, `PASSKEY_DISABLED`, `SESSION_NOT_FRESH`,
 * `PASSKEY_LIMIT_REACHED`.
 */
export async function verifyPasskeyRegistration(
  ctx: SignedInContext,
  { response, name = "", createSession = false }: VerifyRegistrationInput,
): Promise<SignInResult<z.infer<typeof PasskeyAdded>>> {
  const relyingParty = requireRelyingParty(ctx);
  requireFreshSession(ctx);
  const { flow, cookies } = await takeCeremony(ctx, "passkey-registration", response);
  const row = await refusingWith(cookies, () => register(ctx, { response, name, flow, relyingParty }));
  const { user } = ctx.session;
  const shown = createSession && { session: toOwnSession(ctx.session), user: toUser(user) };
  return new SignInResult({ ...toPasskey(row), ...shown }, { cookies });
}

interface Answered {
  response: unknown;
  name: string;
  flow: Flow | null;
  relyingParty: RelyingParty;
}

async function register(ctx: SignedInContext, { response, name, flow, relyingParty }: Answered): Promise<PasskeyRow> {
  const { user, id: sessionId } = ctx.session;
  const refusal = { kind: "passkey.add", userId: user.id } as const;
  const challenge = flow?.userId === user.id && flow.data.sessionId === sessionId ? flow.secrets.challenge : undefined;
  if (challenge === undefined) {
    throw await refuseCeremony(ctx, { ...refusal, reason: "challenge_not_found" }, "CHALLENGE_NOT_FOUND");
  }
  try {
    const parsed = parseRegistrationResponse(response);
    const isUserVerificationRequired = ctx.project.settings.passkeys.userVerification === "required";
    const made = await verifyAttestation(parsed, { challenge, relyingParty, isUserVerificationRequired });
    const transports = [...new Set(parsed.response.transports)];
    return await addPasskey(ctx, made, { name: name.trim() || null, transports, rpId: relyingParty.id });
  } catch (error) {
    if (!(error instanceof CeremonyRefusal)) throw error;
    const { reason, data } = error;
    throw await refuseCeremony(ctx, { ...refusal, reason, data }, "FAILED_TO_VERIFY_REGISTRATION");
  }
}

function addPasskey(
  ctx: SignedInContext,
  made: NewCredential,
  given: { name: string | null; transports: string[]; rpId: string },
): Promise<PasskeyRow> {
  const { user } = ctx.session;
  const { credential, credentialDeviceType, credentialBackedUp, aaguid } = made;
  const row = {
    id: createId("passkey", ctx.random),
    projectId: ctx.project.id,
    userId: user.id,
    ...given,
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: BigInt(credential.counter),
    deviceType: credentialDeviceType,
    isBackedUp: credentialBackedUp,
    aaguid,
    createdAt: ctx.clock.now(),
  };
  return withTransaction(ctx, async (tx) => {
    const existing = await lockPasskeysOf(tx, user.id);
    if (existing.length >= tx.project.settings.passkeys.perUser) throw new SignInError("PASSKEY_LIMIT_REACHED");
    const { count } = await tx.db.passkey.createMany({ data: row, skipDuplicates: true });
    if (count === 0) throw new CeremonyRefusal("already_registered");
    const data = { passkeyId: row.id, userVerified: made.userVerified };
    await recordSecurityEvent(tx, { kind: "passkey.add", outcome: "accepted", userId: user.id, data });
    const mail = { projectId: tx.project.id, kind: "passkey-added", to: user.email } as const;
    await queueMail(tx, { ...mail, content: { passkeyName: given.name ?? "" }, locale: localeOf(tx) });
    return row;
  });
}
