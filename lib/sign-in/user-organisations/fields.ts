import { z } from "zod";
import { isOneLine } from "@/lib/core/names";
import { Image } from "@/lib/core/user-fields";

const MAX_METADATA_LENGTH = 8_192;

export const OrganisationName = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .refine(isOneLine, { message: "Invalid input: must not hold control characters" })
  .meta({ example: "Acme", form: { label: "Name", fault: "Enter a name of up to 128 characters." } });

export const OrganisationSlug = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/, { message: "Invalid input: must be like acme-inc" })
  .meta({
    example: "acme",
    form: {
      label: "Slug",
      note: "Names it in your app's addresses: lower-case letters, digits and hyphens.",
      fault: "Use lower-case letters, digits and hyphens, such as acme-inc.",
    },
  });

export const OrganisationLogo = Image.meta({ example: "https://app.example.com/acme.png" });

/** A JSON object of at most 8 kB. PostgreSQL stores no NUL. */
export const OrganisationMetadata = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= MAX_METADATA_LENGTH, {
    message: "Invalid input: must not be above 8,192 characters as JSON",
  })
  .refine((value) => !JSON.stringify(value).includes("\\u0000"), { message: "Invalid input: must not hold NUL" })
  .meta({ example: { plan: "team" } });

/** An id of an organisation, its member or invitation. It is looked up among those that the user may see. */
export const OrganisationItemId = z.string().max(64);

export const OptionalOrganisationId = OrganisationItemId.optional().meta({
  description: "Without it, the session's active organisation.",
  example: "uorg_4k9x2m7q1w8e5r3t6y0u",
});

export const RoleInput = z
  .union([z.string().max(64), z.array(z.string().max(64)).max(8)])
  .meta({ description: "`owner`, `admin` or `member`.", example: "member" });
