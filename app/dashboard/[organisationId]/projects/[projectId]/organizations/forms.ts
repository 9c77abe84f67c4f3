import { z } from "zod";
import { OwnerRole } from "@/lib/sign-in/user-organisations/add-member-by-owner";
import { OrganisationName, OrganisationSlug } from "@/lib/sign-in/user-organisations/fields";
import { defineForm } from "@/lib/web/forms/define-form";

const named = { name: OrganisationName, slug: OrganisationSlug };

/** The ID or email address of a user. */
const UserReference = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .meta({
    form: {
      label: "Owner",
      note: "Email address or ID of a user.",
      fault: "Enter the email address or ID of a user.",
    },
  });

export const ORGANISATION = defineForm(z.object({ ...named, owner: UserReference }), {
  title: "Create organisation",
  submit: "Create organisation",
  done: "Organisation created",
});

export const ADDED_MEMBER = defineForm(
  z.object({
    user: UserReference.meta({
      form: {
        label: "User",
        note: "Email address or ID. They're a member immediately, without an invitation.",
        fault: "Enter the email address or ID of a user.",
      },
    }),
    role: OwnerRole,
  }),
  { start: { role: "member" }, title: "Add member", submit: "Add", done: "Member added" },
);

export const EDITED_ORGANISATION = defineForm(z.object(named), {
  title: "Edit organisation",
  submit: "Save",
  done: "Organisation saved",
});
