import { getInfo, Info } from "@/lib/hosting/status/info";
import { defineRoute } from "@/lib/http/api/define-route";

export const GET = defineRoute(
  {
    operationId: "getInfo",
    summary: "The software that runs here",
    tag: "service",
    auth: "none",
    reply: { 200: Info },
  },
  getInfo,
);
