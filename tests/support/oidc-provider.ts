import { createServer, type Server } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { type Configuration } from "oidc-provider";
import { type CLIENT, listen, type Person, readPerson } from "./stand-in-server";

interface OidcOptions {
  /** Below the origin of the server, as Microsoft's tenants have it. */
  issuerPath: string;
  client: typeof CLIENT;
  /** Claims by scope. */
  claims: Record<string, string[]>;
  /** Whether claims of scopes are in the ID token too, as with Google and Microsoft. */
  claimsInIdToken: boolean;
  authentication: "client_secret_basic" | "client_secret_post";
  /** The person to whom an address that names no one belongs. */
  person?: Person;
}

export interface OidcStandIn {
  origin: string;
  issuer: string;
  /** The number of times that it had to ask someone who they are. */
  asked: number;
  close(): Promise<void>;
}

/**
 * The `oidc-provider` package on loopback. A browser that is sent to an address with `account`, as by `withPerson`, is
 * that person there, and has agreed.
 */
export async function startOidcProvider(options: OidcOptions): Promise<OidcStandIn> {
  let callback: ReturnType<Provider["callback"]> | null = null;
  let interact: ((...request: Parameters<NonNullable<typeof callback>>) => Promise<void>) | null = null;
  const server: Server = createServer((request, response) => {
    if (request.url?.startsWith("/interaction/")) void interact?.(request, response);
    else void callback?.(request, response);
  });
  const origin = await listen(server);
  const issuer = `${origin}${options.issuerPath}`;
  const provider = new Provider(issuer, await configure(options));
  // Each project has a redirect URI of its own, which a real provider is told one by one.
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed: (uri: string) => CALLBACK.test(new URL(uri).pathname),
    postLogoutRedirectUriAllowed: (uri: string) => SIGNED_OUT.test(new URL(uri).pathname),
  });
  callback = provider.callback();
  interact = async (request, response) => {
    const { params } = await provider.interactionDetails(request, response);
    standIn.asked += 1;
    const person = params.account === undefined ? (options.person ?? {}) : readPerson(String(params.account));
    const accountId = String(person.sub);
    people.set(accountId, person);
    const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    const consent = { grantId: await grant.save() };
    await provider.interactionFinished(request, response, { login: { accountId }, consent });
  };
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  const standIn: OidcStandIn = { origin, issuer, asked: 0, close };
  return standIn;
}

/** The callback of a provider, and that of a connection. */
const CALLBACK = /^\/auth\/p_[a-z0-9]+\/(callback\/[a-z0-9-]+|sso\/sso_[a-z0-9]+\/callback)$/;
const SIGNED_OUT = /^\/auth\/p_[a-z0-9]+\/sso\/sso_[a-z0-9]+\/signed-out$/;

/** Everybody who has signed in, by subject. */
const people = new Map<string, Record<string, unknown>>();

async function configure(options: OidcOptions): Promise<Configuration> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: "of-the-stand-in", use: "sig", alg: "RS256" };
  return {
    jwks: { keys: [jwk] },
    clients: [
      {
        client_id: options.client.id,
        client_secret: options.client.secret,
        redirect_uris: ["https://app.example.com/callback"],
        token_endpoint_auth_method: options.authentication,
      },
    ],
    pkce: { required: () => true },
    extraParams: ["account"],
    claims: options.claims,
    conformIdTokenClaims: !options.claimsInIdToken,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        // The page that the package brings asks for fonts elsewhere.
        logoutSource: (ctx, form) => {
          const button = '<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>';
          ctx.body = `<!doctype html><html lang="en"><title>Acme</title><link rel="icon" href="data:,">${form}${button}`;
        },
      },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["of the stand-in"] },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ ...people.get(accountId), sub: accountId }) }),
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  };
}
