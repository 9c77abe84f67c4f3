import { CreateBranchInput } from "@/lib/hosting/branches/create";
import { NamedInput } from "@/lib/hosting/databases/name";
import { defineForm } from "@/lib/web/forms/define-form";

export const DATABASE = defineForm(NamedInput, { title: "Create database", submit: "Create database" });

export const BRING_BACK = defineForm(NamedInput, {
  title: "Restore deleted database",
  text: "Its data, restore points, history and password are as they were. Another name is needed if a database has taken this one.",
  submit: "Restore",
  done: "Database restored",
});

export const BRANCH = defineForm(CreateBranchInput, {
  omit: ["databaseId"],
  title: "Create branch",
  submit: "Create branch",
});
