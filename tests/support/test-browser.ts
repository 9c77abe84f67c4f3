import { cookieName, readCookie, setCookieField } from "@/lib/http/sign-in/cookies";
import type { BrowserCookie, CookieKind } from "@/lib/sign-in/browser-cookie";
import type { UserContext } from "@/lib/sign-in/context";
import { SignInError } from "@/lib/sign-in/errors";
import { SignInResult } from "@/lib/sign-in/result";
import { acceptSession, lookUpSession, prolongSession } from "@/lib/sign-in/sessions/find-active";

/** A request that a browser of a test sends, and its answer. */
export interface TestRequest extends UserContext {
  /** The cookies that it sends, apart from the session's. */
  cookieHeader: string | null;
  received: Received;
}

/** Such a request of a browser that is signed in. */
export interface SignedInTestRequest extends TestRequest {
  session: NonNullable<UserContext["session"]>;
}

/** The cookies that the answers to one request have set. */
export interface Received {
  /** The session's cookie, `null` where it was deleted. */
  session: { token: string; maxAgeSeconds: number | null } | null | undefined;
  /** The Set-Cookie fields of all other cookies. */
  setCookies: string[];
  redirect: string | null;
  continueTo: string | null;
  headers: Headers;
  text: string | null;
}

/** Returns a browser without cookies, as a part of the context of its request. */
export function withoutCookies() {
  return {
    userAgent: "test",
    acceptLanguage: null,
    cookieHeader: null,
    isWithoutCookies: false,
    cookie: ownCookie,
    sessionToken: null,
    session: null,
    received: nothingReceived(),
  };
}

export function nothingReceived(): Received {
  return {
    session: undefined,
    setCookies: [],
    redirect: null,
    continueTo: null,
    headers: new Headers(),
    text: null,
  };
}

function ownCookie(this: TestRequest, kind: CookieKind): string | null {
  return readCookie(this.cookieHeader, cookieName(kind, this.project.id, this.baseUrl));
}

/** Has a verb answer the request: the browser keeps its cookies, by a refusal too. Returns the body of the answer. */
export function send<Ctx extends TestRequest, Given extends unknown[], Body>(
  ctx: Ctx,
  verb: (ctx: Ctx, ...given: Given) => Promise<SignInResult<Body>>,
  ...given: Given
): Promise<Body> {
  return receive(ctx, verb(ctx, ...given));
}

/** Sends the form of a hosted page as the browser does. Returns the page that it leads to. */
export function submit<Ctx extends TestRequest, Given extends unknown[], Page extends Settable>(
  ctx: Ctx,
  form: (ctx: Ctx, ...given: Given) => Promise<Page>,
  ...given: Given
): Promise<Omit<Page, "cookies">> {
  return receiveCookies(ctx, form(ctx, ...given));
}

interface Settable {
  cookies?: readonly BrowserCookie[];
}

/** Hands the browser the cookies set beside something else. Returns the rest. */
export function receiveCookies<Done extends Settable>(
  ctx: TestRequest,
  work: Promise<Done>,
): Promise<Omit<Done, "cookies">> {
  return receive(
    ctx,
    work.then(({ cookies, ...rest }) => new SignInResult(rest, { cookies })),
  );
}

async function receive<Body>(ctx: TestRequest, work: Promise<SignInResult<Body>>): Promise<Body> {
  const result = await work.catch((error: unknown) => {
    if (error instanceof SignInError) takeCookies(ctx, error.cookies);
    throw error;
  });
  takeCookies(ctx, result.cookies);
  const { received } = ctx;
  received.redirect = result.redirect ?? received.redirect;
  received.continueTo = result.continueTo ?? received.continueTo;
  received.text = result.text ?? received.text;
  for (const [name, value] of Object.entries(result.headers)) received.headers.set(name, value);
  return result.body;
}

function takeCookies({ received, project, baseUrl }: TestRequest, cookies: readonly BrowserCookie[]): void {
  for (const cookie of cookies) {
    const { kind, value, maxAgeSeconds } = cookie;
    if (kind !== "session") received.setCookies.push(setCookieField(cookie, project.id, baseUrl));
    else received.session = maxAgeSeconds === 0 ? null : { token: value, maxAgeSeconds };
  }
}

/** Returns the Cookie header that a browser sends after these Set-Cookie fields. */
function keepCookies(header: string | null, fields: readonly string[]): string | null {
  const jar = new Map((header ?? "").split("; ").map((pair) => [pair.split("=", 1)[0] ?? "", pair]));
  for (const field of fields) {
    const [pair = ""] = field.split(";", 1);
    const name = pair.slice(0, pair.indexOf("="));
    if (/max-age=0(;|$)/i.test(field)) jar.delete(name);
    else jar.set(name, pair);
  }
  jar.delete("");
  return jar.size === 0 ? null : [...jar.values()].join("; ");
}

/** The next request of the same browser: it sends the cookies that it has received. */
export async function nextRequest<Request extends TestRequest>(ctx: Request): Promise<Request> {
  const { session: cookie, setCookies } = ctx.received;
  const sessionToken = cookie === undefined ? ctx.sessionToken : (cookie?.token ?? null);
  const cookieHeader = keepCookies(ctx.cookieHeader, setCookies);
  const next: Request = { ...ctx, cookieHeader, sessionToken, session: null, received: nothingReceived() };
  const session = acceptSession(next, await lookUpSession(next));
  if (session === null) return next;
  const used = await prolongSession(next, session);
  takeCookies(next, used.cookies);
  return { ...next, session: used.session };
}

/** Returns the next request of a browser; throws where nobody is signed in. */
export async function signedInRequest(ctx: TestRequest): Promise<SignedInTestRequest> {
  const next = await nextRequest(ctx);
  const { session } = next;
  if (session === null) throw new Error("nobody is signed in");
  return { ...next, session };
}

/** Another browser on another machine. */
export function otherBrowser<Request extends TestRequest>(ctx: Request, clientAddress = "198.51.100.7"): Request {
  return { ...ctx, clientAddress, cookieHeader: null, sessionToken: null, session: null, received: nothingReceived() };
}
