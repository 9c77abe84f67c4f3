import { defineForm } from "@/lib/hosted-pages/define-form";
import { DeviceForm, postDeviceForm } from "@/lib/hosted-pages/forms/device";

export const POST = defineForm(
  {
    operationId: "postDeviceForm",
    summary: "Approve or deny a device by the hosted page's buttons",
    body: DeviceForm,
    page: "device",
    signIn: { refusedAs: { kind: "device.approve" }, session: "optional", limit: "userCodePerAddress" },
  },
  postDeviceForm,
);
