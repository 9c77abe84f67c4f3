import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { ProviderEndpointsByName } from "@/lib/core/provider-endpoints";
import { startApple } from "./apple";
import { type OidcStandIn, startOidcProvider } from "./oidc-provider";
import { CLIENT, Grants, listen, type Person, readForm, sendJson, withPerson } from "./stand-in-server";

/** A tenant of the stand-in for Microsoft. */
export const MICROSOFT_TENANT = "11111111-2222-4333-8444-555555555555";

export interface SocialStandIns {
  konnosIssuer: string;
  endpoints: ProviderEndpointsByName;
  close(): Promise<void>;
}

/** All providers on loopback, each answering in its own shape. */
export async function startSocialStandIns(): Promise<SocialStandIns> {
  const [apple, google, microsoft, konnos, github, discord] = await Promise.all([
    startApple(),
    startGoogle(),
    startMicrosoft(),
    startKonnos(),
    startServer(gitHub),
    startServer(discordApi),
  ]);
  const servers = [apple, google, microsoft, konnos, github, discord];
  return {
    konnosIssuer: konnos.issuer,
    endpoints: {
      google: { issuer: google.issuer, ...oidcEndpoints(google) },
      apple: {
        issuer: apple.origin,
        authorizationEndpoint: `${apple.origin}/auth/authorize`,
        tokenEndpoint: `${apple.origin}/auth/token`,
        jwksUri: `${apple.origin}/auth/keys`,
      },
      microsoft: { issuer: `${microsoft.origin}/{tenantid}/v2.0`, ...oidcEndpoints(microsoft) },
      github: {
        issuer: `${github.origin}/login/oauth`,
        authorizationEndpoint: `${github.origin}/login/oauth/authorize`,
        tokenEndpoint: `${github.origin}/login/oauth/access_token`,
        userEndpoint: `${github.origin}/user`,
        emailsEndpoint: `${github.origin}/user/emails`,
      },
      discord: {
        issuer: discord.origin,
        authorizationEndpoint: `${discord.origin}/oauth2/authorize`,
        tokenEndpoint: `${discord.origin}/api/oauth2/token`,
        userEndpoint: `${discord.origin}/api/users/@me`,
      },
    },
    close: async () => void (await Promise.all(servers.map((server) => server.close()))),
  };
}

/** The cookies that a browser has of a provider. */
export type Cookies = Map<string, string>;

/** Signs in at a provider as this person and answers where the provider sends the browser back to. */
export async function signInAt(url: string, person: Person, cookies: Cookies = new Map()): Promise<string> {
  const { origin } = new URL(url);
  let next = withPerson(url, person);
  while (new URL(next).origin === origin) {
    const response = await ask(next, cookies);
    const location = response.headers.get("location");
    if (location === null) return addressOfForm(await response.text());
    next = new URL(location, next).href;
  }
  return next;
}

/** Signs out at a provider, which asks first, and answers where the provider sends the browser back to. */
export async function signOutAt(url: string, cookies: Cookies): Promise<string> {
  const html = await (await ask(url, cookies)).text();
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1];
  if (action === undefined || xsrf === undefined) throw new Error(`the provider answered: ${html.slice(0, 2_000)}`);
  const body = new URLSearchParams({ xsrf, logout: "yes" });
  return (await ask(action, cookies, { method: "POST", body })).headers.get("location") ?? "";
}

async function ask(url: string, cookies: Cookies, init: RequestInit = {}): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(url, { ...init, headers: { cookie }, redirect: "manual" });
  for (const field of response.headers.getSetCookie()) {
    const [pair = ""] = field.split(";", 1);
    cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
  }
  return response;
}

/** The address that the service leads to once the browser has posted the form. */
function addressOfForm(html: string): string {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1];
  if (action === undefined) throw new Error(`the provider answered: ${html}`);
  const unquote = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const url = new URL(action);
  for (const [, name = "", value = ""] of html.matchAll(/name="([^"]*)" value="([^"]*)"/g)) {
    url.searchParams.set(unquote(name), unquote(value));
  }
  return url.href;
}

const oidcEndpoints = ({ origin }: OidcStandIn) => ({
  authorizationEndpoint: `${origin}/auth`,
  tokenEndpoint: `${origin}/token`,
  jwksUri: `${origin}/jwks`,
});

const STANDARD_CLAIMS = { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] };

const startGoogle = () =>
  startOidcProvider({
    issuerPath: "",
    client: CLIENT,
    claims: STANDARD_CLAIMS,
    claimsInIdToken: true,
    authentication: "client_secret_post",
  });

/** `sub` is of this app alone, and there is an address whether or not anybody vouches for it. */
const startMicrosoft = () =>
  startOidcProvider({
    issuerPath: `/${MICROSOFT_TENANT}/v2.0`,
    client: CLIENT,
    claims: { openid: ["sub", "tid", "oid", "xms_edov"], email: ["email"], profile: ["name", "preferred_username"] },
    claimsInIdToken: true,
    authentication: "client_secret_post",
  });

/** As OpenID Connect Core has it: the claims of scopes are at the user info endpoint. */
const startKonnos = () =>
  startOidcProvider({
    issuerPath: "",
    client: CLIENT,
    claims: STANDARD_CLAIMS,
    claimsInIdToken: false,
    authentication: "client_secret_basic",
  });

type Service = (grants: Grants, request: IncomingMessage, response: ServerResponse) => Promise<void>;

async function startServer(serve: Service) {
  const grants = new Grants();
  const server: Server = createServer((request, response) => void serve(grants, request, response));
  return { origin: await listen(server), close: async () => void server.close() };
}

/** GitHub's own shape: errors of the token endpoint with 200, scopes by comma, numbers for ids, a list of addresses. */
export const gitHub: Service = async (grants, request, response) => {
  const url = new URL(request.url ?? "", "http://localhost");
  if (url.pathname === "/login/oauth/authorize") return grants.authorize(url, response);
  if (url.pathname === "/login/oauth/access_token") {
    const grant = grants.redeem(await readForm(request));
    if (!grant) return sendJson(response, 200, { error: "bad_verification_code", error_description: "expired" });
    const access_token = grants.accessTokenOf(grant.person);
    return sendJson(response, 200, { access_token, scope: "read:user,user:email", token_type: "bearer" });
  }
  const person = grants.personOf(request);
  if (!person || !request.headers["user-agent"]) return sendJson(response, 401, { message: "Bad credentials" });
  const { emails, ...user } = person;
  sendJson(response, 200, url.pathname === "/user/emails" ? emails : { email: null, ...user });
};

/** Discord's own shape: snowflakes as text, `verified` beside the address, no list. */
const discordApi: Service = async (grants, request, response) => {
  const url = new URL(request.url ?? "", "http://localhost");
  if (url.pathname === "/oauth2/authorize") return grants.authorize(url, response);
  if (url.pathname === "/api/oauth2/token") {
    const grant = grants.redeem(await readForm(request));
    if (!grant) return sendJson(response, 400, { error: "invalid_grant" });
    const access_token = grants.accessTokenOf(grant.person);
    return sendJson(response, 200, {
      access_token,
      token_type: "Bearer",
      expires_in: 604_800,
      scope: "identify email",
    });
  }
  const person = grants.personOf(request);
  if (!person) return sendJson(response, 401, { message: "401: Unauthorized", code: 0 });
  sendJson(response, 200, { ...person });
};
