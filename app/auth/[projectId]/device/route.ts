import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { devicePage } from "@/lib/hosted-pages/pages/device";

export const GET = defineHostedPage(
  { operationId: "showDevicePage", summary: "The page to approve a device on", name: "device" },
  devicePage,
);
