"use server";

import { z } from "zod";
import { ProjectId, WebhookDeliveryId, WebhookEndpointId } from "@/lib/core/id-schemas";
import { createWebhook as createWebhookVerb } from "@/lib/sign-in/webhooks/create";
import { removeWebhook as removeWebhookVerb } from "@/lib/sign-in/webhooks/remove";
import { resendWebhook as resendWebhookVerb } from "@/lib/sign-in/webhooks/resend";
import { rotateWebhookSecret as rotateWebhookSecretVerb } from "@/lib/sign-in/webhooks/rotate-secret";
import { sendTestWebhook as sendTestWebhookVerb } from "@/lib/sign-in/webhooks/send-test";
import { updateWebhook as updateWebhookVerb } from "@/lib/sign-in/webhooks/update";
import { actionsOn } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { giving } from "@/lib/web/giving";
import { inProject } from "@/lib/web/places";
import { WEBHOOK } from "./forms";

const ofEndpoint = actionsOn(["projectId", "endpointId"], { projectId: ProjectId, endpointId: WebhookEndpointId });

export const createWebhook = inProject(
  "dashboardCreateWebhook",
  submitted(WEBHOOK),
  giving(["url", "secret"], createWebhookVerb),
);

export const updateWebhook = ofEndpoint("dashboardUpdateWebhook", submitted(WEBHOOK), updateWebhookVerb);

export const switchWebhook = ofEndpoint(
  "dashboardSwitchWebhook",
  { input: { enabled: z.boolean() }, args: ["enabled"] },
  updateWebhookVerb,
);

export const rotateWebhookSecret = ofEndpoint(
  "dashboardRotateWebhookSecret",
  { isForm: true },
  giving(["secret", "previousSecretUntil"], rotateWebhookSecretVerb),
);

export const sendTestWebhook = ofEndpoint("dashboardSendTestWebhook", {}, sendTestWebhookVerb);

export const resendWebhook = inProject(
  "dashboardResendWebhook",
  { input: { deliveryId: WebhookDeliveryId }, args: ["deliveryId"] },
  resendWebhookVerb,
);

export const removeWebhook = ofEndpoint(
  "dashboardRemoveWebhook",
  { isForm: true, redirect: "webhooks" },
  removeWebhookVerb,
);
