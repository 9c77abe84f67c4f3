import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The client that every stand-in knows. */
export const CLIENT = { id: "client-of-the-tests", secret: "secret-of-the-tests-client" };

/** The claims that a provider has about someone; a stand-in may be told to misbehave by `fault`. */
export type Person = Record<string, unknown>;

/** The address of a provider, opened by this person. */
export function withPerson(url: string, person: Person): string {
  const opened = new URL(url);
  opened.searchParams.set("account", Buffer.from(JSON.stringify(person)).toString("base64url"));
  return opened.href;
}

export function readPerson(account: string): Person {
  return JSON.parse(Buffer.from(account, "base64url").toString()) as Person;
}

/** On a port of loopback, by default a free one. Answers the origin. */
export async function listen(server: Server, port = 0): Promise<string> {
  server.listen(port, "127.0.0.1").unref();
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Grant {
  person: Person;
  nonce: string | null;
  challenge: string;
  redirectUri: string;
}

/** Codes and access tokens of a stand-in, each good for one exchange with the right client and verifier. */
export class Grants {
  readonly #byCode = new Map<string, Grant>();
  readonly #byToken = new Map<string, Person>();

  /** The authorization endpoint: sends the browser back with a code at once. */
  authorize(url: URL, response: ServerResponse): void {
    const asked = url.searchParams;
    const person = readPerson(asked.get("account") ?? "");
    const redirectUri = asked.get("redirect_uri") ?? "";
    const target = new URL(redirectUri);
    const isForm = asked.get("response_mode") === "form_post";
    const challenge = asked.get("code_challenge") ?? "";
    const isComplete = asked.get("response_type") === "code" && asked.get("client_id") === CLIENT.id;
    if (!isComplete || asked.get("code_challenge_method") !== "S256" || challenge.length !== 43) {
      response.writeHead(400).end("not an authorization request with PKCE");
      return;
    }
    target.searchParams.set("state", asked.get("state") ?? "");
    if (typeof person.error === "string") target.searchParams.set("error", person.error);
    else {
      const code = randomBytes(16).toString("hex");
      this.#byCode.set(code, { person, nonce: asked.get("nonce"), challenge, redirectUri });
      target.searchParams.set("code", code);
    }
    if (typeof person.iss === "string") target.searchParams.set("iss", person.iss);
    if (isForm && person.user !== undefined) target.searchParams.set("user", JSON.stringify(person.user));
    if (isForm) sendAsForm(target, response);
    else response.writeHead(302, { location: target.href }).end();
  }

  /** The grant of a token request by `client_secret_post`; `null` when anything of it is wrong. */
  redeem(form: URLSearchParams): Grant | null {
    const grant = this.#byCode.get(form.get("code") ?? "");
    this.#byCode.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isClient = form.get("client_id") === CLIENT.id && form.get("client_secret") === CLIENT.secret;
    if (!grant || !isClient || challenge !== grant.challenge) return null;
    return form.get("redirect_uri") === grant.redirectUri ? grant : null;
  }

  accessTokenOf(person: Person): string {
    const token = randomBytes(16).toString("hex");
    this.#byToken.set(token, person);
    return token;
  }

  personOf(request: IncomingMessage): Person | undefined {
    return this.#byToken.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
  }
}

/** OAuth 2.0 Form Post Response Mode: the browser posts the answer from a page of the provider's. */
function sendAsForm(target: URL, response: ServerResponse): void {
  const quote = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const fields = [...target.searchParams].map(
    ([name, value]) => `<input type="hidden" name="${quote(name)}" value="${quote(value)}">`,
  );
  const form = `<form method="post" action="${target.origin}${target.pathname}">${fields.join("")}<button>Go on</button></form>`;
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(`<!doctype html>${form}`);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
