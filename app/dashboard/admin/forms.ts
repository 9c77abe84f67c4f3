import { SuspendProjectInput } from "@/lib/services/project-administration/suspend";
import { UnsuspendProjectInput } from "@/lib/services/project-administration/unsuspend";
import { defineForm } from "@/lib/web/forms/define-form";

export const SUSPENSION = defineForm(SuspendProjectInput, {
  omit: ["projectId"],
  title: "Suspend project",
  submit: "Suspend project",
  isDestructive: true,
});

export const LIFTING = defineForm(UnsuspendProjectInput, {
  omit: ["projectId"],
  title: "Lift suspension",
  submit: "Lift suspension",
});
