import { CreateWebhookInput } from "@/lib/sign-in/webhooks/create";
import { defineForm } from "@/lib/web/forms/define-form";

export const WEBHOOK = defineForm(CreateWebhookInput, {
  omit: ["organisationId", "projectId"],
  title: "Create webhook",
  submit: "Create webhook",
});

export const EDITED_WEBHOOK = { ...WEBHOOK.form, title: "Edit webhook", submit: "Save", done: "Webhook saved" };
