import { answerDeploys } from "@/lib/http/api/answer-deploys";
import { defineRoute } from "@/lib/http/api/define-route";
import { DeployList, ListDeploysInput } from "@/lib/services/deploys/list";

export const GET = defineRoute(
  {
    operationId: "listDeploys",
    summary: "List deploys",
    description:
      "Which builds have run as which processes, the latest start first. With `Accept: text/event-stream`, an event for each, the oldest first, and then for each that starts, stops or crashes.",
    tag: "administration",
    auth: "admin-key",
    resource: "admin",
    query: ListDeploysInput,
    stream: true,
    reply: { 200: DeployList },
  },
  answerDeploys,
);
