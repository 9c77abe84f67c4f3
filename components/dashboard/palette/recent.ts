import type { Group } from "./item";

const KEPT_AS = "palette-recent";
const MOST = 8;

/** The chosen entry: enough to lead there again. */
export interface RecentChoice {
  id: string;
  group: Group;
  label: string;
  hint?: string | undefined;
  href?: string | undefined;
}

/** Returns the choices made in this browser, latest first. */
export function readRecent(): RecentChoice[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT_AS) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isChoice) : [];
  } catch {
    return [];
  }
}

export function keepRecent({ id, group, label, hint, href }: RecentChoice): void {
  const kept = [{ id, group, label, hint, href }, ...readRecent().filter((each) => each.id !== id)].slice(0, MOST);
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(kept));
  } catch {
    // The browser keeps nothing.
  }
}

/** The next account of this browser is not shown where the last one was. */
export function forgetRecent(): void {
  try {
    localStorage.removeItem(KEPT_AS);
  } catch {
    // Nothing was kept.
  }
}

/** Only addresses of the service itself are followed. */
function isChoice(value: unknown): value is RecentChoice {
  if (typeof value !== "object" || value === null) return false;
  const { id, label, href, hint } = value as Record<string, unknown>;
  const isAddress = href === undefined || (typeof href === "string" && /^\/(dashboard|docs)(\/|$)/.test(href));
  return typeof id === "string" && typeof label === "string" && isAddress && typeof (hint ?? "") === "string";
}
