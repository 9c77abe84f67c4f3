import type { BrowserCookie } from "./browser-cookie";

interface Effects {
  /** A later cookie of a kind replaces an earlier one. */
  cookies?: readonly BrowserCookie[] | undefined;
  /** The address that the browser is sent to in place of a body; the verb has checked it. */
  redirect?: string | undefined;
  /** The next address, which a page of the service opens: a redirect from another site sends no Strict cookie. */
  continueTo?: string | undefined;
  /** The form that a page of the service has the browser post to another site. */
  postTo?: { url: string; fields: Readonly<Record<string, string>> } | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** The body as JSON, where it was serialised beforehand. */
  text?: string | undefined;
}

/** The result of a verb that sets cookies or headers or sends the browser elsewhere besides its body. */
export class SignInResult<Body> {
  readonly body: Body;
  readonly cookies: readonly BrowserCookie[];
  readonly redirect: string | undefined;
  readonly continueTo: string | undefined;
  readonly postTo: Effects["postTo"];
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | undefined;

  constructor(body: Body, { cookies = [], redirect, continueTo, postTo, headers = {}, text }: Effects = {}) {
    this.body = body;
    this.cookies = cookies;
    this.redirect = redirect;
    this.continueTo = continueTo;
    this.postTo = postTo;
    this.headers = headers;
    this.text = text;
  }

  /** Returns another body with the same cookies, headers and redirect, and these besides. */
  with<Other>(body: Other, { cookies = [], ...effects }: Effects = {}): SignInResult<Other> {
    return new SignInResult(body, { ...this, ...effects, cookies: [...this.cookies, ...cookies] });
  }
}
