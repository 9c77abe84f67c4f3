import type { LogSource } from "@/lib/services/project-logs/resource";

export const SOURCE_NAMES: Record<LogSource, { one: string; plural: string }> = {
  request: { one: "Request", plural: "Requests" },
  function: { one: "Function", plural: "Functions" },
  "sign-in": { one: "Sign-in", plural: "Sign-ins" },
  sql: { one: "SQL", plural: "SQL" },
};
