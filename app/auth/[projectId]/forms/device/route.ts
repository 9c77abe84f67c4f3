import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { DeviceForm, postDeviceForm } from "@/lib/hosted-pages/forms/device";

export const POST = defineHostedForm(
  {
    operationId: "postDeviceForm",
    summary: "Approve or deny a device by the hosted page's buttons",
    body: DeviceForm,
    page: "device",
    signIn: { refusedAs: { kind: "device.approve" }, session: "optional", limit: "userCodePerAddress" },
  },
  postDeviceForm,
);
