import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import { Image, Name } from "@/lib/core/user-fields";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";

/** Fields that exist but that the user may not set; unknown fields are ignored. */
const SERVER_FIELDS = [
  ...["id", "emailVerified", "isTestUser", "bannedAt", "createdAt", "updatedAt", "projectId"],
  ...["publicMetadata", "privateMetadata"],
];

export const UpdateUserInput = z
  .looseObject({ name: Name.optional(), image: Image.nullable().optional() })
  .meta({ example: { name: "Ada" } });
type UpdateUserInput = z.infer<typeof UpdateUserInput>;

/** Changes the user's name or image. Throws `EMAIL_CAN_NOT_BE_UPDATED`, `FIELD_NOT_ALLOWED`, `NO_FIELDS_TO_UPDATE`. */
export async function updateUser(ctx: SignedInContext, input: UpdateUserInput): Promise<{ status: true }> {
  if (Object.hasOwn(input, "email")) throw new SignInError("EMAIL_CAN_NOT_BE_UPDATED");
  const forbidden = SERVER_FIELDS.find((field) => Object.hasOwn(input, field));
  if (forbidden) throw new SignInError("FIELD_NOT_ALLOWED", { message: `${forbidden} is not allowed to be set` });
  const { name, image } = input;
  if (name === undefined && image === undefined) throw new SignInError("NO_FIELDS_TO_UPDATE");
  const changed = { ...(name !== undefined && { name }), ...(image !== undefined && { image }) };
  const { id } = ctx.session.user;
  await withTransaction(ctx, async (tx) => {
    await tx.db.user.update({ where: { id }, data: { ...changed, updatedAt: tx.clock.now() }, select: { id: true } });
    const data = { fields: Object.keys(changed).join() };
    await recordSecurityEvent(tx, { kind: "user.update", outcome: "accepted", userId: id, data });
  });
  return { status: true };
}
