"use server";

import { z } from "zod";
import { ProjectId, WebhookDeliveryId, WebhookEndpointId } from "@/lib/core/id-schemas";
import { createWebhook as createWebhookVerb } from "@/lib/sign-in/webhooks/create";
import { removeWebhook as removeWebhookVerb } from "@/lib/sign-in/webhooks/remove";
import { resendWebhook as resendWebhookVerb } from "@/lib/sign-in/webhooks/resend";
import { rotateWebhookSecret as rotateWebhookSecretVerb } from "@/lib/sign-in/webhooks/rotate-secret";
import { sendTestWebhook as sendTestWebhookVerb } from "@/lib/sign-in/webhooks/send-test";
import { updateWebhook as updateWebhookVerb } from "@/lib/sign-in/webhooks/update";
import { defineAction } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { WEBHOOK } from "./forms";

const InProject = z.object({ projectId: ProjectId });
const OfEndpoint = InProject.extend({ endpointId: WebhookEndpointId });

export const createWebhook = defineAction(
  {
    operationId: "dashboardCreateWebhook",
    ...submitted(InProject, WEBHOOK),
    args: ["projectId"],
    refreshes: true,
  },
  async (ctx, input) => {
    const { url: made, secret } = await createWebhookVerb(ctx, input);
    return { url: made, secret };
  },
);

export const updateWebhook = defineAction(
  {
    operationId: "dashboardUpdateWebhook",
    ...submitted(OfEndpoint, WEBHOOK),
    args: ["projectId", "endpointId"],
    refreshes: true,
  },
  updateWebhookVerb,
);

export const switchWebhook = defineAction(
  {
    operationId: "dashboardSwitchWebhook",
    input: OfEndpoint.extend({ enabled: z.boolean() }),
    args: ["projectId", "endpointId", "enabled"],
    refreshes: true,
  },
  updateWebhookVerb,
);

export const rotateWebhookSecret = defineAction(
  {
    operationId: "dashboardRotateWebhookSecret",
    input: OfEndpoint,
    args: ["projectId", "endpointId"],
    isForm: true,
    refreshes: true,
  },
  async (ctx, address) => {
    const { secret, previousSecretUntil } = await rotateWebhookSecretVerb(ctx, address);
    return { secret, previousSecretUntil };
  },
);

export const sendTestWebhook = defineAction(
  {
    operationId: "dashboardSendTestWebhook",
    input: OfEndpoint,
    args: ["projectId", "endpointId"],
    refreshes: true,
  },
  sendTestWebhookVerb,
);

export const resendWebhook = defineAction(
  {
    operationId: "dashboardResendWebhook",
    input: InProject.extend({ deliveryId: WebhookDeliveryId }),
    args: ["projectId", "deliveryId"],
    refreshes: true,
  },
  resendWebhookVerb,
);

export const removeWebhook = defineAction(
  {
    operationId: "dashboardRemoveWebhook",
    input: OfEndpoint,
    args: ["projectId", "endpointId"],
    isForm: true,
    refreshes: true,
    redirect: ({ organisationId, projectId }) => `/dashboard/${organisationId}/projects/${projectId}/webhooks`,
  },
  removeWebhookVerb,
);
