import type { EmbeddedPostgres } from "../embedded-postgres/start";

/** What the supervisor tells the process that prepares the control plane; secrets stay out of arguments. */
export interface EmbeddedHost {
  provisionerUrl: string;
  publicHost: string;
  publicPort: number;
  sharesBlocks: boolean;
}

export function embeddedHostOf({ host }: EmbeddedPostgres): EmbeddedHost {
  const { provisionerUrl, address: publicHost, port: publicPort, sharesBlocks } = host;
  return { provisionerUrl, publicHost, publicPort, sharesBlocks };
}

export type ToPreparation =
  | { type: "prepare"; host: EmbeddedHost | null }
  /** The service answers requests, so that credentials can be used from now on. */
  | { type: "serving" };

export type FromPreparation = { type: "prepared" };
