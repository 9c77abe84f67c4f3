/**
 * What a function imports as `coppice`, which the service provides. A function's own project names these types in its
 * `tsconfig.json`: `"types": ["@coppice/functions/runtime"]`.
 */
declare module "coppice" {
  /**
   * Who calls a function, as the service knows it. Nothing that a caller sends changes it.
   *
   * @example
   * const isServer = (by: Caller): boolean => by.kind === "server" || by.kind === "schedule";
   */
  export type Caller =
    /** Somebody without a key of a server and without a token. */
    | { kind: "anonymous" }
    /** A user of the app. `claims` are those of the JWT; `sessionId` is `null` for a token without a session. */
    | { kind: "end-user"; userId: string; sessionId: string | null; claims: Readonly<Record<string, unknown>> }
    /** A server of the app, or somebody in the dashboard. */
    | { kind: "server" }
    /** A schedule of the function. `scheduledAt` is the time that the run is for, in ISO 8601. */
    | { kind: "schedule"; cron: string; scheduledAt: string };

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
