import type { EmbeddedPostgres } from "../embedded-postgres/start";

/** The supervisor's message to the process that prepares the control plane; secrets stay out of arguments. */
export interface EmbeddedHost {
  provisionerUrl: string;
  publicHost: string;
  publicPort: number;
  sslMode: "require" | null;
  sharesBlocks: boolean;
}

export function embeddedHostOf({ host }: EmbeddedPostgres): EmbeddedHost {
  const { provisionerUrl, publicHost, publicPort, sslMode, sharesBlocks } = host;
  return { provisionerUrl, publicHost, publicPort, sslMode, sharesBlocks };
}

export type ToPreparation =
  | { type: "prepare"; host: EmbeddedHost | null }
  /** The service answers requests, so that credentials can be used from now on. */
  | { type: "serving" };

export type FromPreparation = { type: "prepared" };
