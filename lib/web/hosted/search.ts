import type { Route } from "next";
import { redirect } from "next/navigation";
import { isTrustedAddress } from "@/lib/http/auth/callback-addresses";
import type { AuthPage } from "./page";

/** What a hosted page is asked with: text only, of a repeated parameter the first. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** Carried from page to page: where the sign-in leads in the end. */
const CARRIED = ["redirect_to", "code_challenge", "state", "ui_locales"] as const;

export interface HostedSearch {
  carried: Record<string, string>;
  /** Where the browser goes once signed in; it sends on to the app. */
  returnAddress: string;
  /** Address of another page of the project, or of a form, with what is carried. */
  to(page: string, more?: Record<string, string>): string;
}

/** The same, for a page: an address that is none of the project's leads to the page that says so. */
export function hostedSearch(page: AuthPage, search: SearchParams): HostedSearch {
  const read = readHostedSearch(page, search);
  if (read === null) redirect(`/auth/${page.ctx.tenant.id}/error?error=redirect` as Route);
  return read;
}

/** Reads what a page carries. `null` when it would lead to an address that is none of the project's. */
export function readHostedSearch({ ctx }: AuthPage, search: SearchParams): HostedSearch | null {
  const carried: Record<string, string> = {};
  for (const name of CARRIED) {
    const value = textOf(search[name]);
    if (value !== undefined) carried[name] = value;
  }
  const target = carried.redirect_to;
  if (target !== undefined && !isTrustedAddress(target, ctx.tenant, ctx.baseUrl)) return null;
  const home = `${ctx.baseUrl}/auth/${ctx.tenant.id}`;
  const to = (page: string, more: Record<string, string> = {}) => addressOf(`${home}/${page}`, { ...carried, ...more });
  return { carried, to, returnAddress: to("return") };
}

export function textOf(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  return text === "" ? undefined : text?.slice(0, 2_048);
}

function addressOf(address: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString();
  return search === "" ? address : `${address}?${search}`;
}
