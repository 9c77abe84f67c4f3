import { RenameAccountInput } from "@/lib/people/accounts/rename";
import { defineForm } from "@/lib/web/forms/define-form";

export const ACCOUNT_NAME = defineForm(RenameAccountInput, { title: "Your name", submit: "Save" });
