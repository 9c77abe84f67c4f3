import { z } from "zod";
import { ROLES } from "@/lib/core/access/permissions";
import { organisationNotFound, requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { hashPassword } from "@/lib/core/crypto/password";
import { randomBase62 } from "@/lib/core/crypto/secret-text";
import { isForeignKeyViolation, isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { OrganisationId } from "@/lib/core/id-schemas";
import { createId } from "@/lib/core/ids";
import { findOrCreateAccount } from "@/lib/people/accounts/create";
import { type Member, MemberEmail, toMember, WITH_PERSON } from "./resource";

const GENERATED_PASSWORD_LENGTH = 24;

export const AddMemberInput = z.object({
  organisationId: OrganisationId,
  email: MemberEmail,
  role: z.enum(ROLES),
  /** The name of a new account; an existing one keeps its own. */
  name: z.string().trim().max(200).optional(),
});
export type AddMemberInput = z.infer<typeof AddMemberInput>;

export interface AddedMember extends Member {
  /** The password is shown only this once; it is `null` for an existing account, which keeps its own. */
  password: string | null;
}

/** Lets the operator add a member without an invitation. Throws `conflict` for the address of a member. */
export async function addMember(ctx: Context, input: AddMemberInput): Promise<AddedMember> {
  requireOperator(ctx);
  const password = randomBase62(GENERATED_PASSWORD_LENGTH, ctx.random);
  const passwordHash = await hashPassword(password);
  try {
    return await withTransaction(ctx, async (tx) => {
      const { userId, isNew } = await findOrCreateAccount(tx, {
        email: input.email,
        name: input.name ?? "",
        passwordHash,
      });
      return { ...(await insertMember(tx, input, userId)), password: isNew ? password : null };
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) throw organisationNotFound();
    if (isUniqueViolation(error)) throw alreadyMember(input.email);
    throw error;
  }
}

async function insertMember(
  tx: Context,
  { organisationId, role }: Pick<AddMemberInput, "organisationId" | "role">,
  userId: string,
): Promise<Member> {
  const row = await tx.db.member.create({
    data: { id: createId("member", tx.random), organisationId, userId, role, createdAt: tx.clock.now() },
    include: WITH_PERSON,
  });
  const data = { email: row.user.email, role };
  await recordAudit(tx, { organisationId, action: "member.add", targetId: row.id, data });
  return toMember(row);
}

export function alreadyMember(email: string): ServiceError {
  return new ServiceError("conflict", `${email} is already a member of the organisation.`, {
    details: [{ path: "email", message: "is already a member" }],
  });
}
