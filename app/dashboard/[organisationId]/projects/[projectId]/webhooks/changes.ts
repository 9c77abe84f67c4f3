import "server-only";
import type { WebhookChanges } from "@/components/dashboard/projects/webhooks/changes";
import { removeWebhook, rotateWebhookSecret, sendTestWebhook, switchWebhook, updateWebhook } from "./actions";
import { EDITED_WEBHOOK } from "./forms";

/** Returns the actions on a project's webhooks, which still take the webhook. */
export function webhookChanges(...here: [organisationId: string, projectId: string]): WebhookChanges {
  return {
    form: EDITED_WEBHOOK,
    update: updateWebhook.bind(null, ...here),
    switchTo: switchWebhook.bind(null, ...here),
    rotate: rotateWebhookSecret.bind(null, ...here),
    test: sendTestWebhook.bind(null, ...here),
    remove: removeWebhook.bind(null, ...here),
  };
}
