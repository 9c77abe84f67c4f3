import { RequestPastRestoreInput } from "@/lib/hosting/past-restores/request";
import { defineForm } from "@/lib/web/forms/define-form";

export const PAST_RESTORE = defineForm(RequestPastRestoreInput, {
  omit: ["databaseId"],
  title: "Restore to a time",
  submit: "Restore to a time",
  done: "Started the restore.",
});
