import { createHmac } from "node:crypto";
import { createId } from "@/lib/core/ids";
import type { Random } from "@/lib/core/ports/random";
import { typedCode } from "@/lib/core/typed-code";
import type { UserContext } from "../context";
import type { Authenticator } from "./authenticator";

const COUNT = 10;
/** 32 characters without 0, 1, I and O: five bits of a byte choose one, all equally likely. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH = 8;

/** Creates the user's codes, each `XXXX-XXXX` with 40 bits, which are never shown again; earlier ones are void. */
export async function replaceBackupCodes(ctx: UserContext, authenticator: Authenticator): Promise<string[]> {
  const { userId } = authenticator;
  const codes = new Set<string>();
  while (codes.size < COUNT) codes.add(createCode(ctx.random));
  // Without the lock, two sets created concurrently would both stay.
  await ctx.db.$queryRaw`select 1 from two_factor where user_id = ${userId} for update`;
  await ctx.db.backupCode.deleteMany({ where: { projectId: ctx.project.id, userId } });
  await ctx.db.backupCode.createMany({
    data: [...codes].map((code) => ({
      id: createId("backupCode", ctx.random),
      projectId: ctx.project.id,
      userId,
      codeHash: hashOf(authenticator, code),
      createdAt: ctx.clock.now(),
    })),
  });
  return [...codes].map((code) => `${code.slice(0, 4)}-${code.slice(4)}`);
}

/** Accepts a code once, also in lower case, with spaces or without its dash. */
export async function consumeBackupCode(
  ctx: UserContext,
  authenticator: Authenticator,
  given: string,
): Promise<boolean> {
  const code = typedCode(given).toUpperCase();
  if (code.length !== LENGTH) return false;
  const { userId } = authenticator;
  const where = { projectId: ctx.project.id, userId, codeHash: hashOf(authenticator, code) };
  const { count } = await ctx.db.backupCode.deleteMany({ where });
  return count === 1;
}

/** Returns the code's MAC under the authenticator's sealed secret, since 40 bits could be guessed from a plain hash. */
function hashOf({ secret, userId }: Authenticator, code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac("sha256", secret).update(`backup-code:${userId}:${code}`).digest());
}

function createCode(random: Random): string {
  return [...random.bytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
