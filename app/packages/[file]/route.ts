import { defineRoute } from "@/lib/http/api/define-route";
import { getClientPackage } from "@/lib/http/packages/get";

export const GET = defineRoute(
  {
    operationId: "getClientPackage",
    summary: "Download a package",
    description: "`npm i` takes this address. The answer to `If-None-Match` is 304 while the package is the same.",
    tag: "service",
    auth: "none",
    params: { file: /^[a-z0-9.-]+\.tgz$/ },
    reply: {
      200: { contentType: "application/gzip", description: "The tarball, as `npm pack` makes it." },
      304: { contentType: null, description: "The caller has it already." },
    },
    errors: ["not_found"],
  },
  getClientPackage,
);
