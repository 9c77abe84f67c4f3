/**
 * The module that a function imports as `coppice`, which the service provides. A function's own project names these
 * types in its `tsconfig.json`: `"types": ["@coppice/functions/runtime"]`.
 */
declare module "coppice" {
  /**
   * The caller of a function, as the service knows it. Nothing that a caller sends changes it.
   *
   * @example
   * const isServer = (by: Caller): boolean => by.kind === "server" || by.kind === "schedule";
   */
  export type Caller =
    /** Somebody without a key of a server and without a token. */
    | { kind: "anonymous"; address: CallerAddress }
    /** A user of the app. `claims` are those of the JWT; `sessionId` is `null` for a token without a session. */
    | {
        kind: "end-user";
        userId: string;
        sessionId: string | null;
        claims: Readonly<Record<string, unknown>>;
        address: CallerAddress;
      }
    /** A server of the app, or somebody in the dashboard. */
    | { kind: "server"; address: CallerAddress }
    /** A schedule of the function. `scheduledAt` is the time that the run is for, in ISO 8601. */
    | { kind: "schedule"; cron: string; scheduledAt: string };

  /**
   * The IP address that a call came from; `null` where the service isn't told it.
   *
   * @example
   * const limited = (address: CallerAddress) => address !== null && isBlocked(address);
   */
  export type CallerAddress = string | null;

  /**
   * Returns who makes the call that is being answered, or the call of the request that is given. Throws a `TypeError`
   * outside a request.
   *
   * @example
   * export default {
   *   fetch: () => Response.json({ hello: caller().kind }),
   * };
   */
  export function caller(request?: Request): Caller;
}
