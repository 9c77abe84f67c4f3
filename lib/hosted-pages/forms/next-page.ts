import type { BrowserCookie } from "@/lib/sign-in/browser-cookie";
import type { FormNotice } from "./notice";

/** What a form of a hosted page leads to: a page of the project, and what it is told. */
export interface NextPage {
  page: string;
  query?: Record<string, string>;
  /** Told to the page by a sealed cookie, since no address should hold it. */
  notice?: Omit<FormNotice, "form">;
  /** What the verb behind the form has set. */
  cookies?: readonly BrowserCookie[];
}
