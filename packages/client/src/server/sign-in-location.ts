import type { ServerConfig } from "./server-options";

/** Returns the address of the sign-in: the app's own route if it has a session of its own, or else the hosted page. */
export function signInLocation(config: ServerConfig, returnPath: string): string {
  if (config.sessionSecret !== null) {
    return `${config.appOrigin}${config.routePath}/sign-in?redirect_to=${encodeURIComponent(returnPath)}`;
  }
  return `${config.authUrl}/sign-in?redirect_to=${encodeURIComponent(new URL(returnPath, config.appOrigin).href)}`;
}

export function secondsSince(seconds: number): number {
  return Math.floor(Date.now() / 1_000) - seconds;
}
