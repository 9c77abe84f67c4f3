import { CreateUserByOwnerInput } from "@/lib/sign-in/user-invitations/create-by-owner";
import { InviteUserInput } from "@/lib/sign-in/user-invitations/invite";
import { BanUserInput } from "@/lib/sign-in/users/ban";
import { defineForm } from "@/lib/web/forms/define-form";

export const USER = defineForm(CreateUserByOwnerInput, {
  omit: ["image", "publicMetadata", "privateMetadata"],
  title: "Create user",
  submit: "Create user",
});

export const EDITED_USER = defineForm(CreateUserByOwnerInput, {
  omit: ["image", "sendPasswordLink", "password", "locale", "publicMetadata", "privateMetadata"],
  title: "Edit user",
  text: "If the email changes, links and codes sent before stop working, and a verified old address gets an email about it.",
  submit: "Save",
  done: "Saved.",
});

export const METADATA = defineForm(
  CreateUserByOwnerInput.pick({ publicMetadata: true, privateMetadata: true }).required(),
  { title: "Edit metadata", submit: "Save", done: "Saved." },
);

export const INVITED_USER = defineForm(InviteUserInput, {
  title: "Invite user",
  submit: "Send invitation",
  done: "Invitation sent to {email}",
});

/** The end of the ban has a part of its own. */
export const BAN = defineForm(BanUserInput, { title: "Ban user", submit: "Ban user" });
