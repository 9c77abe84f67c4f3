import { defineRoute } from "@/lib/http/api/define-route";
import { ClientPackages, listClientPackages } from "@/lib/http/packages/list";

export const GET = defineRoute(
  {
    operationId: "listClientPackages",
    summary: "The packages that apps install from here",
    tag: "service",
    auth: "none",
    reply: { 200: ClientPackages },
  },
  listClientPackages,
);
