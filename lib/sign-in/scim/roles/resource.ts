import { z } from "zod";

const GroupRole = z.object({
  group: z.string().meta({ description: "The name of a group of the directory, in any case.", example: "app admins" }),
  role: z.enum(["admin", "member"]),
});

/** The roles that groups of a connection's directory have in an organisation of the project's users. */
export const ScimRoles = z
  .object({
    organizationId: z.string().nullable().meta({
      description: "The organisation of users; `null` where groups have no effect.",
      example: "uorg_4k9x2m7q1w8e5r3t6y0u",
    }),
    roles: z.array(GroupRole),
    groups: z
      .array(z.string())
      .meta({ description: "The names of the groups that there are.", example: ["App admins"] }),
  })
  .meta({ id: "ScimRoles" });
export type ScimRoles = z.infer<typeof ScimRoles>;
