import { CreateProjectInput } from "@/lib/sign-in/projects/create";
import { defineForm } from "@/lib/web/forms/define-form";

/** A new project has the default settings. */
export const PROJECT = defineForm(CreateProjectInput, {
  omit: ["organisationId", "settings"],
  title: "Create project",
  submit: "Create project",
});
