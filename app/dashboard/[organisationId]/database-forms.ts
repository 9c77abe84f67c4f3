import { CreateBranchInput } from "@/lib/hosting/branches/create";
import { NamedInput } from "@/lib/hosting/databases/name";
import { defineForm } from "@/lib/web/forms/define-form";

export const DATABASE = defineForm(NamedInput, { title: "Create database", submit: "Create database" });

export const BRANCH = defineForm(CreateBranchInput, {
  omit: ["databaseId"],
  title: "Create branch",
  submit: "Create branch",
});
