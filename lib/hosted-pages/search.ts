import type { UserContext } from "@/lib/sign-in/context";
import { CARRIED, carryingAddress } from "@/lib/sign-in/flow/onward";

export interface HostedSearch {
  /** The address to which the browser goes once signed in; it sends on to the app. */
  returnAddress: string;
  /** Address of another page of the project, or of a form, with the parameters that are carried. */
  to(page: string, more?: Record<string, string>): string;
}

const MAX_LENGTH = 2_048;

/** Returns a page's query as text: the first of a repeated parameter, and nothing empty. */
export function readQuery(url: string): Partial<Record<string, string>> {
  const given = [...new URL(url).searchParams].reverse();
  return Object.fromEntries(
    given.flatMap(([name, value]) => (value === "" ? [] : [[name, value.slice(0, MAX_LENGTH)]])),
  );
}

/**
 * Returns the addresses that a page leads to, each with the parameters that it carries on: where the sign-in leads in
 * the end.
 */
export function hostedSearch(ctx: UserContext, asked: Partial<Record<string, string>>): HostedSearch {
  const carried = Object.fromEntries(
    CARRIED.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]])),
  );
  const to = (page: string, more: Record<string, string> = {}) => carryingAddress(ctx, page, { ...carried, ...more });
  return { to, returnAddress: to("return") };
}
