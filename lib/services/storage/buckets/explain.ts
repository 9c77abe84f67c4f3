import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { type BucketAddress, getBucketByOwner, READ_STORAGE } from "../access";
import { KeyPrefix } from "../names/key";
import { decide } from "../policy/decide";
import { OBJECT_ACTIONS } from "../policy/rules";

export const ExplainAccessInput = z
  .strictObject({
    action: z.enum(OBJECT_ACTIONS).meta({ example: "read" }),
    key: KeyPrefix,
    claims: z
      .record(z.string(), z.unknown())
      .nullable()
      .default(null)
      .meta({
        description: "The claims of a user's token, `sub` among them. `null` for someone who isn't signed in.",
        example: { sub: "usr_4k9x2m7q1w8e5r3t6y0u" },
      }),
  })
  .meta({ example: { action: "read", key: "avatars/ada.png", claims: { sub: "usr_4k9x2m7q1w8e5r3t6y0u" } } });

export const AccessExplanation = z
  .object({
    allowed: z.boolean(),
    rule: z.int().nullable().meta({ description: "The index of the rule that decides, if any.", example: 0 }),
    reason: z.string().meta({ example: 'Rule 0 allows read to signed-in below "avatars/".' }),
  })
  .meta({ id: "AccessExplanation" });

/** Returns the answer of a bucket's policy to somebody, and the rule behind it. */
export async function explainAccess(
  ctx: Context,
  { projectId, bucket, ...asked }: BucketAddress & z.output<typeof ExplainAccessInput>,
): Promise<z.infer<typeof AccessExplanation>> {
  const found = await getBucketByOwner(ctx, { projectId, bucket }, READ_STORAGE);
  const { allowed, rule, reason } = decide(found, asked);
  return { allowed, rule, reason };
}
