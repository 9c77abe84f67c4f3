export { createServerAuth, type ServerAuth, SessionRequired, type SignedInSession } from "./create-server-auth";
export type { AuthHandlers } from "./handlers";
export type { AuthProxy, ProxyOptions } from "./proxy";
export type { ServerAuthOptions } from "./server-options";
export {
  createTokenVerifier,
  type TokenIssuer,
  type TokenOrganization,
  type TokenVerifier,
  type VerifiedToken,
} from "./verify-token";
