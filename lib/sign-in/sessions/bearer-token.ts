import type { UserContext } from "../context";

const PURPOSE = "bearer-session";
const SIGNED = /^([0-9A-Za-z]{43})\.(.+)$/;

type Signing = Pick<UserContext, "sealer">;

/** Returns the token that an app without cookies keeps: the session's secret and a signature for this project. */
export function signToken({ sealer }: Signing, projectId: string, secret: string): string {
  return `${secret}.${sealer.mac(`${projectId}:${secret}`, PURPOSE)}`;
}

/** Returns the secret of a token that was signed for this project, and `null` for anything else. */
export function readSignedToken({ sealer }: Signing, projectId: string, token: string): string | null {
  const [, secret = "", signature = ""] = SIGNED.exec(token) ?? [];
  return secret !== "" && sealer.isMac(signature, `${projectId}:${secret}`, PURPOSE) ? secret : null;
}
