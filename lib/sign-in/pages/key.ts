import type { Context } from "@/lib/core/context";
import { isId } from "@/lib/core/ids";
import { KEY_PREFIX } from "@/lib/core/service";

const LIFETIME_SECONDS = 12 * 3_600;
const PURPOSE = "hosted-page";

/**
 * Creates a key that hosted pages send for some hours in place of a public key, of which only hashes are kept. Requests
 * of other origins' pages get nowhere with it.
 */
export function createHostedPageKey(ctx: Context, projectId: string): string {
  const expiresAt = Math.floor(ctx.clock.now().getTime() / 1_000) + LIFETIME_SECONDS;
  const claims = `${projectId}:${expiresAt}`;
  return `${KEY_PREFIX.hostedPage}${claims}:${ctx.sealer.mac(claims, PURPOSE)}`;
}

/** Returns the project of a hosted page's key; `null` when the key is forged or expired. */
export function readHostedPageKey(ctx: Context, key: string): string | null {
  if (!key.startsWith(KEY_PREFIX.hostedPage)) return null;
  const [projectId = "", expiresAt = "", mac = ""] = key.slice(KEY_PREFIX.hostedPage.length).split(":");
  if (!isId("project", projectId) || !/^\d{1,12}$/.test(expiresAt)) return null;
  if (Number(expiresAt) * 1_000 <= ctx.clock.now().getTime()) return null;
  return ctx.sealer.isMac(mac, `${projectId}:${expiresAt}`, PURPOSE) ? projectId : null;
}
