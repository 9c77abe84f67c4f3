import { z } from "zod";

const ScimRefusal = z.object({
  id: z.string().meta({ example: "scr_4k9x2m7q1w8e5r3t6y0u" }),
  operation: z.string().meta({ example: "createScimUser" }),
  path: z.string().meta({ example: "/scim/v2/Users" }),
  code: z.string().meta({ example: "foreign_email_domain" }),
  message: z.string().meta({ example: "The connection hasn't verified the domain other.example." }),
  requestId: z.string().meta({ example: "req_4k9x2m7q1w8e5r3t6y0u" }),
  createdAt: z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" }),
});

export const ScimRefusalList = z.object({ items: z.array(ScimRefusal) }).meta({ id: "ScimRefusalList" });
export type ScimRefusalList = z.infer<typeof ScimRefusalList>;
