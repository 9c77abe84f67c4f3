import type { Answer, Lane } from "./lanes";
import { usedSecrets } from "./lanes";
import { type AuthRequest, askAuth, type SignInProject } from "./sign-in-lanes";

/** Keeps cookies between its requests as a browser does. Requests say which lane and project they are for. */
export class Browser {
  readonly #lane: Lane;
  readonly #project: SignInProject;
  readonly #jar = new Map<string, string>();

  constructor(lane: Lane, project: SignInProject) {
    this.#lane = lane;
    this.#project = project;
  }

  /** The Cookie field of the next request; `null` without cookies. */
  get cookies(): string | null {
    return this.#jar.size === 0 ? null : [...this.#jar].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  get isSignedIn(): boolean {
    return [...this.#jar.keys()].some((name) => name.includes("_session_"));
  }

  get(path: string, options: AuthRequest = {}): Promise<Answer> {
    return this.#ask("GET", path, options);
  }

  post(path: string, body: unknown = {}, options: AuthRequest = {}): Promise<Answer> {
    return this.#ask("POST", path, { body, ...options });
  }

  /** Follows an address outside the sign-in wire, such as a provider's redirect, without leaving this lane. */
  async open(url: string): Promise<Response> {
    const headers = new Headers(this.cookies === null ? {} : { cookie: this.cookies });
    const response = await fetch(url, { headers, redirect: "manual" });
    this.#keep(response.headers);
    return response;
  }

  async #ask(method: string, path: string, options: AuthRequest): Promise<Answer> {
    const answer = await askAuth(this.#lane, this.#project, method, path, { cookie: this.cookies, ...options });
    this.#keep(answer.headers);
    return answer;
  }

  #keep(headers: Headers): void {
    for (const field of headers.getSetCookie()) {
      const [pair = "", ...attributes] = field.split("; ");
      const name = pair.slice(0, pair.indexOf("="));
      const value = pair.slice(name.length + 1);
      if (attributes.some((attribute) => attribute.toLowerCase() === "max-age=0")) this.#jar.delete(name);
      else this.#jar.set(name, value);
      if (value !== "") usedSecrets.add(value);
    }
  }
}
