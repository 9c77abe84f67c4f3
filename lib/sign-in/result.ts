import type { BrowserCookie } from "./browser-cookie";

/** What an answer carries besides its body. */
interface Effects {
  /** Of two of a kind the later one counts. */
  cookies?: readonly BrowserCookie[] | undefined;
  /** The address that the browser is sent to in place of a body; the verb has checked it. */
  redirect?: string | undefined;
  /**
   * The address that the browser goes on to from a page of the service. Strict cookies travel on that, as they do not
   * on a redirect that began on another site.
   */
  continueTo?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** The body as JSON, where it was made beforehand. */
  text?: string | undefined;
}

/** What a verb did that does more than give an answer: the body, and what is set or where the browser goes. */
export class SignInResult<Body> {
  readonly body: Body;
  readonly cookies: readonly BrowserCookie[];
  readonly redirect: string | undefined;
  readonly continueTo: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | undefined;

  constructor(body: Body, { cookies = [], redirect, continueTo, headers = {}, text }: Effects = {}) {
    this.body = body;
    this.cookies = cookies;
    this.redirect = redirect;
    this.continueTo = continueTo;
    this.headers = headers;
    this.text = text;
  }

  /** Returns another body with the same effects and these besides. */
  with<Other>(body: Other, { cookies = [], ...effects }: Effects = {}): SignInResult<Other> {
    return new SignInResult(body, { ...this, ...effects, cookies: [...this.cookies, ...cookies] });
  }
}
