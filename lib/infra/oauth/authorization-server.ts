import * as oauth from "oauth4webapi";
import type { ProviderEndpoints } from "@/lib/core/provider-endpoints";
import { type ProviderFetch, ProviderUnreachable } from "./provider-fetch";

const TENANT = "{tenantid}";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Discovered metadata is fetched again after this time. */
const DISCOVERY_MILLISECONDS = 3_600_000;

/** The options of every request: the fetch to use, and whether http is allowed, as on loopback in development. */
export interface RequestOptions {
  [oauth.customFetch]: ProviderFetch;
  [oauth.allowInsecureRequests]: boolean;
}

/** Holds a provider's metadata (RFC 8414), which is discovered when only the issuer is configured. */
export class AuthorizationServer {
  readonly endpoints: ProviderEndpoints;
  readonly fetch: ProviderFetch;
  readonly options: RequestOptions;
  /** The key set as last fetched; the library fills it and fetches again after five minutes. */
  readonly keys: oauth.JWKSCacheInput = {};
  readonly #stated: oauth.AuthorizationServer | null;
  readonly #isSpread: boolean;
  #discovered: { metadata: Promise<oauth.AuthorizationServer>; until: number } | null = null;

  /** `isSpread`: its endpoints may be elsewhere than the issuer, as `fetch` checks every address by itself. */
  constructor(endpoints: ProviderEndpoints, fetch: ProviderFetch, { isSpread = false } = {}) {
    this.#isSpread = isSpread;
    this.endpoints = endpoints;
    this.fetch = fetch;
    this.options = {
      [oauth.customFetch]: fetch,
      [oauth.allowInsecureRequests]: endpoints.issuer.startsWith("http://"),
    };
    this.#stated = endpoints.authorizationEndpoint === undefined ? null : toMetadata(endpoints);
  }

  /** Returns one object until it expires, since the library caches key sets by it. Throws when discovery fails. */
  metadata(): Promise<oauth.AuthorizationServer> {
    if (this.#stated) return Promise.resolve(this.#stated);
    if (this.#discovered && this.#discovered.until > performance.now()) return this.#discovered.metadata;
    const metadata = this.#discover();
    this.#discovered = { metadata, until: performance.now() + DISCOVERY_MILLISECONDS };
    metadata.catch(() => {
      this.#discovered = null;
    });
    return metadata;
  }

  /** Discovers the metadata (OpenID Connect Discovery 1.0, section 4). */
  async #discover(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(this.endpoints.issuer);
    const response = await oauth.discoveryRequest(issuer, this.options);
    const metadata = await oauth.processDiscoveryResponse(issuer, response);
    const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = metadata;
    const required = [authorization_endpoint, token_endpoint, jwks_uri];
    const all = [...required, ...(userinfo_endpoint === undefined ? [] : [userinfo_endpoint])];
    const isRight = ({ origin, protocol }: URL) =>
      origin === issuer.origin || (this.#isSpread && protocol === "https:");
    if (!all.map((endpoint) => URL.parse(endpoint ?? "")).every((endpoint) => endpoint !== null && isRight(endpoint))) {
      throw new ProviderUnreachable("an endpoint is missing or elsewhere than the issuer");
    }
    return metadata;
  }
}

function toMetadata(endpoints: ProviderEndpoints): oauth.AuthorizationServer {
  const { issuer, authorizationEndpoint, tokenEndpoint, jwksUri, userEndpoint } = endpoints;
  return {
    issuer,
    ...(authorizationEndpoint !== undefined && { authorization_endpoint: authorizationEndpoint }),
    ...(tokenEndpoint !== undefined && { token_endpoint: tokenEndpoint }),
    ...(jwksUri !== undefined && { jwks_uri: jwksUri }),
    ...(userEndpoint !== undefined && { userinfo_endpoint: userEndpoint }),
    token_endpoint_auth_methods_supported: ["client_secret_post"],
  };
}

/** Returns the issuer of a Microsoft tenant; other providers have one issuer. */
export function issuerOfTenant(issuer: string, tenantId: unknown): string {
  if (!issuer.includes(TENANT)) return issuer;
  return issuer.replace(TENANT, typeof tenantId === "string" && UUID.test(tenantId) ? tenantId : "");
}

/** Returns whether `given` is the issuer, or the issuer of one of its tenants. */
export function isIssuer(issuer: string, given: string): boolean {
  const [before = "", after] = issuer.split(TENANT);
  if (after === undefined) return given === issuer;
  const tenantId = given.slice(before.length, given.length - after.length);
  return UUID.test(tenantId) && given === before + tenantId + after;
}
