import type { BrowserCookie } from "@/lib/sign-in/browser-cookie";
import type { FormNotice } from "./notice";

/** The page that a form of a hosted page leads to, and what that page shows. */
export interface NextPage {
  page: string;
  query?: Record<string, string>;
  /** Carried to the page by a sealed cookie, since no address should hold it. */
  notice?: Omit<FormNotice, "form">;
  /** The cookies that the verb behind the form sets. */
  cookies?: readonly BrowserCookie[];
}
