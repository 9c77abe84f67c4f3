import { z } from "zod";
import { recordAudit } from "@/lib/audit/record";
import type { Context } from "@/lib/context";
import { hashPassword } from "@/lib/crypto/password";
import { randomBase62 } from "@/lib/crypto/secret-text";
import { isForeignKeyViolation, isUniqueViolation } from "@/lib/db/constraint-errors";
import { withTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import { createId } from "@/lib/ids";
import { organisationNotFound, requireMemberPermission } from "./authorise";
import { ROLES } from "./permissions";
import { type Member, MemberEmail, toMember } from "./resource";

const GENERATED_PASSWORD_LENGTH = 24;

export const AddMemberInput = z.object({
  organisationId: z.string(),
  email: MemberEmail,
  role: z.enum(ROLES),
  generatePassword: z.boolean().default(false),
});
export type AddMemberInput = z.infer<typeof AddMemberInput>;

export interface AddedMember extends Member {
  /** Shown this once; `null` when none was asked for, and the member cannot sign in with a password. */
  password: string | null;
}

/** Adds a member; only an owner or the operator may add an owner. Throws `conflict` when the address is taken. */
export async function addMember(ctx: Context, input: AddMemberInput): Promise<AddedMember> {
  requireMemberPermission(ctx, input.organisationId, input.role === "owner" ? "organisation:write" : "members:write");
  const password = input.generatePassword ? randomBase62(GENERATED_PASSWORD_LENGTH, ctx.random) : null;
  const passwordHash = password === null ? null : await hashPassword(password);
  try {
    return { ...(await insertMember(ctx, input, passwordHash)), password };
  } catch (error) {
    if (isForeignKeyViolation(error)) throw organisationNotFound();
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", `${input.email} is already a member of the organisation.`, {
      details: [{ path: "email", message: "is already a member" }],
    });
  }
}

function insertMember(ctx: Context, input: AddMemberInput, passwordHash: string | null): Promise<Member> {
  return withTransaction(ctx, async (tx) => {
    const row = await tx.db.member.create({
      data: {
        id: createId("member", ctx.random),
        organisationId: input.organisationId,
        email: input.email,
        role: input.role,
        passwordHash,
        createdAt: ctx.clock.now(),
      },
    });
    await recordAudit(tx, {
      organisationId: input.organisationId,
      action: "member.add",
      targetId: row.id,
      data: { email: row.email, role: row.role },
    });
    return toMember(row);
  });
}
