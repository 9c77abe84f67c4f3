import { z } from "zod";
import { isOneLine } from "@/lib/core/names";

const Moment = z.iso.datetime({ offset: true });

export const ListUsersInput = z.strictObject({
  search: z
    .string()
    .trim()
    .max(256)
    .refine(isOneLine, { message: "must not hold control characters" })
    .optional()
    .meta({
      description:
        "The start of an email address, of a name or of a last name; or an ID. Sorts by the part that matched.",
      example: "ada",
    }),
  provider: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,63}$/)
    .optional()
    .meta({
      description: "Only users who can sign in with it; `credential` is a password.",
      example: "github",
    }),
  banned: z
    .stringbool({ truthy: ["true"], falsy: ["false"] })
    .optional()
    .meta({ example: "true" }),
  verified: z
    .stringbool({ truthy: ["true"], falsy: ["false"] })
    .optional()
    .meta({ description: "Only users whose email address is verified, or isn't.", example: "false" }),
  signedInAfter: Moment.optional().meta({
    description: "Only users whose last sign-in was at this time or later.",
    example: "2026-01-01T00:00:00Z",
  }),
  signedInBefore: Moment.optional().meta({
    description: "Only users whose last sign-in was before this time.",
    example: "2026-02-01T00:00:00Z",
  }),
  sort: z.enum(["createdAt", "lastSignInAt"]).optional().meta({
    description: "Newest first. By `lastSignInAt` only users who have signed in are listed.",
    example: "createdAt",
  }),
  before: z.string().max(2_048).optional().meta({ description: "The `nextCursor` of the page before." }),
  limit: z.coerce.number().int().min(1).max(1_000).default(100).meta({ example: 100 }),
});
export type ListUsersInput = Omit<z.output<typeof ListUsersInput>, "before">;
