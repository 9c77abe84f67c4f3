import { z } from "zod";
import { KeyPrefix } from "../names/key";
import { MAX_BYTES } from "../size";

export const OBJECT_ACTIONS = ["read", "list", "create", "overwrite", "delete"] as const;
export type ObjectAction = (typeof OBJECT_ACTIONS)[number];

export const MAX_RULES = 50;

const Audience = z
  .string()
  .max(300)
  .regex(
    /^(?:anyone|signed-in|claim:[^=\p{Cc}]{1,100}=[^\p{Cc}]{0,180})$/u,
    "must be anyone, signed-in or claim:<name>=<value>",
  )
  .meta({ example: "signed-in" });

export const Rule = z.strictObject({
  prefix: KeyPrefix.meta({
    description: "The rule is for keys that start so. `{sub}` is the user's ID. Empty for every key.",
    example: "users/{sub}/",
  }),
  allow: z.array(z.enum(OBJECT_ACTIONS)).max(OBJECT_ACTIONS.length),
  to: Audience,
  maxBytes: z.int().min(0).max(MAX_BYTES).optional().meta({
    description: "The largest object that may be stored under the rule.",
    example: 5_242_880,
  }),
});
export type Rule = z.infer<typeof Rule>;

/** The first rule whose prefix and audience fit decides; nothing is allowed where none does. */
export const Policy = z
  .array(Rule)
  .max(MAX_RULES)
  .meta({
    description:
      "The permissions of your app's users with their token, and anyone with a public key. The first rule whose prefix and audience fit decides. Server keys may do everything.",
    example: [{ prefix: "users/{sub}/", allow: ["read", "list", "create", "overwrite", "delete"], to: "signed-in" }],
  });
export type Policy = z.infer<typeof Policy>;
