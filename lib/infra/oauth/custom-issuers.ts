import { z } from "zod";
import type { IssuerInspection } from "@/lib/core/ports/identity-providers";
import { type OutgoingHttp, OutgoingHttpError } from "@/lib/core/ports/outgoing-http";
import { AuthorizationServer } from "./authorization-server";
import { createCheckedFetch, MAX_BYTES, TIMEOUT_MILLISECONDS } from "./checked-fetch";
import { ALGORITHMS } from "./id-token-verifier";

/** More issuers than this are not remembered at a time. */
const MAX_ISSUERS = 1_000;
const WELL_KNOWN = "/.well-known/openid-configuration";

const Names = z.array(z.string()).optional();
const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string().optional(),
  token_endpoint: z.string().optional(),
  jwks_uri: z.string().optional(),
  response_types_supported: Names,
  code_challenge_methods_supported: Names,
  id_token_signing_alg_values_supported: Names,
});
type Metadata = z.infer<typeof Metadata>;

/** Knows the issuers that projects added: one authorization server for each, with its metadata and keys. */
export class CustomIssuers {
  readonly #outgoing: OutgoingHttp;
  readonly #servers = new Map<string, AuthorizationServer>();

  constructor(outgoing: OutgoingHttp) {
    this.#outgoing = outgoing;
  }

  /** Returns the same server until others push it out, since keys are cached by it. */
  serverOf(issuer: string): AuthorizationServer {
    const known = this.#servers.get(issuer);
    const server = known ?? new AuthorizationServer({ issuer }, createCheckedFetch(this.#outgoing), { isSpread: true });
    this.#servers.delete(issuer);
    this.#servers.set(issuer, server);
    const [oldest] = this.#servers.keys();
    if (this.#servers.size > MAX_ISSUERS && oldest !== undefined) this.#servers.delete(oldest);
    return server;
  }

  /** Reads the issuer's metadata afresh. Only the properties checked here are promised when the issuer is saved. */
  async inspect(issuer: string): Promise<IssuerInspection> {
    const url = `${issuer.replace(/\/$/, "")}${WELL_KNOWN}`;
    try {
      const request = { method: "GET", url, headers: { accept: "application/json" } } as const;
      const limits = { timeoutMilliseconds: TIMEOUT_MILLISECONDS, maxBytes: MAX_BYTES };
      const { status, body } = await this.#outgoing.send({ ...request, ...limits });
      if (status !== 200) return { problem: `${url} answered ${status}. Check the issuer's address.` };
      const metadata = Metadata.safeParse(readJson(body)).data;
      if (!metadata) return { problem: `${url} isn't an OpenID Connect configuration.` };
      const problem = problemOf(metadata, issuer);
      return problem === null ? { issuer: metadata.issuer } : { problem };
    } catch (error) {
      if (!(error instanceof OutgoingHttpError)) throw error;
      return { problem: `The issuer can't be reached. ${error.message}` };
    }
  }
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return null;
  }
}

/** Lists that OpenID Connect requires may be missing: then an issuer is taken to support the required values. */
function problemOf(metadata: Metadata, issuer: string): string | null {
  if (URL.parse(metadata.issuer)?.href !== new URL(issuer).href) {
    return `The issuer calls itself ${metadata.issuer.slice(0, 200)}. Enter exactly that address.`;
  }
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata;
  for (const [name, text] of Object.entries({ authorization_endpoint, token_endpoint, jwks_uri })) {
    const url = URL.parse(text ?? "");
    if (url === null) return `The issuer's configuration lacks ${name}.`;
    if (url.protocol !== "https:" && url.origin !== new URL(issuer).origin) {
      return `The issuer's ${name} must use https.`;
    }
  }
  const { response_types_supported, code_challenge_methods_supported, id_token_signing_alg_values_supported } =
    metadata;
  if (response_types_supported && !response_types_supported.includes("code")) {
    return "The issuer doesn't offer the authorization code flow.";
  }
  if (code_challenge_methods_supported && !code_challenge_methods_supported.includes("S256")) {
    return "The issuer doesn't offer PKCE with S256.";
  }
  const algorithms = id_token_signing_alg_values_supported ?? ["RS256"];
  if (!algorithms.some((algorithm) => ALGORITHMS.includes(algorithm))) {
    return `The issuer signs ID tokens by none of ${ALGORITHMS.join(", ")}.`;
  }
  return null;
}
