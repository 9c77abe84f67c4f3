import { z } from "zod";
import type { SignedInContext } from "../context";
import { issueToken } from "./issue";

export const TokenReply = z.object({ token: z.string().meta({ example: "eyJhbGciOi…" }) }).meta({ id: "Token" });

export async function getToken(ctx: SignedInContext): Promise<z.infer<typeof TokenReply>> {
  return { token: await issueToken(ctx, ctx.session) };
}
