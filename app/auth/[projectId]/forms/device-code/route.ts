import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { DeviceCodeForm, postDeviceCodeForm } from "@/lib/hosted-pages/forms/device-code";

export const POST = defineHostedForm(
  {
    operationId: "postDeviceCodeForm",
    summary: "Type a device's code on the hosted page",
    body: DeviceCodeForm,
    page: "device",
    signIn: { refusedAs: { kind: "device.approve" }, session: "none" },
  },
  postDeviceCodeForm,
);
