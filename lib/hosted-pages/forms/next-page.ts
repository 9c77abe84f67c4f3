import type { BrowserCookie } from "@/lib/sign-in/browser-cookie";
import type { FormNotice } from "./notice";

/** The page that a form of a hosted page leads to, and the content of that page. */
export interface NextPage {
  page: string;
  /** Set where the browser goes elsewhere first, whence it comes back to the page. */
  continueTo?: string;
  query?: Record<string, string>;
  /** Carried by a sealed cookie, since no address should hold it, to the page or to the named one. */
  notice?: Omit<FormNotice, "form"> & Partial<Pick<FormNotice, "form">>;
  /** The cookies that the verb behind the form sets. */
  cookies?: readonly BrowserCookie[];
}
