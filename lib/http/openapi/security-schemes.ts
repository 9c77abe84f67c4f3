import { PROJECT_ID_HEADER, PUBLIC_KEY_HEADER } from "@/lib/core/service";
import type { Json } from "./json";

/** Says how a request proves who asks, by the name that a route's `auth` has. */
export const SECURITY_SCHEMES: Json = {
  "management-key": { type: "http", scheme: "bearer", description: "A management key, `mk_coppice_…`" },
  "server-key": {
    type: "http",
    scheme: "bearer",
    description: "A project's server key, `sk_coppice_…`: from servers only, never from a browser",
  },
  "admin-key": {
    type: "http",
    scheme: "bearer",
    description: "The operator's admin key, `ak_coppice_…`, which `coppice admin-key create` prints",
  },
  "public-key": { type: "http", scheme: "bearer", description: "A project's public key, `pk_coppice_auth_…`" },
  "public-key-header": {
    type: "apiKey",
    in: "header",
    name: PUBLIC_KEY_HEADER,
    description: "The public key of an app without cookies, whose session is in Authorization",
  },
  "session-token": {
    type: "http",
    scheme: "bearer",
    description: "The value of `set-auth-token` at the sign-in, for an app without cookies",
  },
  "project-header": { type: "apiKey", in: "header", name: PROJECT_ID_HEADER, description: "The project's id" },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "coppice_session_<project id>",
    description: "Set by a sign-in; `__Host-` stands in front of its name where the service is reached by https.",
  },
  "user-token": {
    type: "http",
    scheme: "bearer",
    description: "The JWT of a user of the project, from `GET /v1/auth-tenant/token`",
  },
  "metrics-token": { type: "http", scheme: "bearer", description: "The operator's token for metrics" },
};
