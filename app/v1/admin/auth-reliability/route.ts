import { defineRoute } from "@/lib/http/api/define-route";
import { readAuthReliability } from "@/lib/services/auth-reliability/read";
import { AuthReliability } from "@/lib/services/auth-reliability/resource";

export const GET = defineRoute(
  {
    operationId: "readAuthReliability",
    summary: "Read how sign-ins go",
    description: "Counts of all projects over the last 5 minutes, hour and day, at most 10 seconds old.",
    tag: "administration",
    auth: "admin-key",
    resource: "admin",
    reply: { 200: AuthReliability },
  },
  readAuthReliability,
);
