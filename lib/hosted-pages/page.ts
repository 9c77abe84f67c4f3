import type { Locale } from "@/lib/core/locale";
import type { View } from "@/lib/hosted-pages/view/view";
import type { BrowserCookie } from "@/lib/sign-in/browser-cookie";
import type { UserContext } from "@/lib/sign-in/context";
import type { HostedSearch } from "./search";

/** The request that a hosted page is built for. */
export interface HostedRequest {
  ctx: UserContext;
  locale: Locale;
  search: HostedSearch;
  /** Whether the reader is the developer of the app. */
  isDevelopment: boolean;
  /** The query: of a repeated parameter the first, and nothing empty. */
  asked: Readonly<Partial<Record<string, string>>>;
}

/** The result of building a hosted page: an address to go to instead, or a view. */
export type HostedAnswer =
  | { redirect: string; cookies?: readonly BrowserCookie[] }
  | {
      title: string;
      /** The status of the answer, by default 200. */
      status?: number;
      view: View;
      /** The parameters besides the carried ones that the page's address needs to be shown in another language. */
      query?: Record<string, string>;
      notice?: string;
      withoutScripts?: string;
      isWide?: boolean;
    };

/** Returns the name that the project's users know it by. */
export function brandName({ project }: UserContext): string {
  return project.settings.brand.name ?? project.name;
}
