import { z } from "zod";
import { ScimRoleInput } from "@/lib/sign-in/scim/roles/set";
import { defineForm } from "@/lib/web/forms/define-form";

export const SCIM_ORGANISATION = defineForm(
  z.object({
    organization: z
      .string()
      .trim()
      .max(128)
      .meta({
        form: {
          label: "Organisation",
          note: "Its slug or ID. Leave it empty for none.",
          fault: "Enter the slug or ID of an organisation, or nothing.",
        },
      }),
  }),
  { title: "Organisation", submit: "Save organisation" },
);

/** The role is chosen beside it. */
export const SCIM_GROUP = defineForm(ScimRoleInput, { omit: ["role"], title: "Add group", submit: "Add group" });
