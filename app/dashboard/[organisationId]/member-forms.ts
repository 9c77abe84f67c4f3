import { z } from "zod";
import { roleName, roleText } from "@/components/dashboard/members/role";
import { ROLES } from "@/lib/core/access/permissions";
import { CreateInvitationsInput } from "@/lib/people/invitations/create-several";
import { RenameOrganisationInput } from "@/lib/people/organisations/rename";
import { defineForm } from "@/lib/web/forms/define-form";

export const ORGANISATION_NAME = defineForm(RenameOrganisationInput, {
  omit: ["organisationId"],
  title: "Organisation",
  submit: "Save",
});

const choices = Object.fromEntries(ROLES.map((role) => [role, { label: roleName(role), note: roleText(role) }]));
const { emails, role } = CreateInvitationsInput.shape;

export const INVITATIONS = defineForm(
  z.object({ emails, role: role.meta({ form: { label: "Role", choices, fault: "Unknown role." } }) }),
  { start: { role: "developer" }, title: "Invite members", submit: "Send invitations", done: "{sent}" },
);
