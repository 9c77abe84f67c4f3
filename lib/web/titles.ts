import { SERVICE } from "@/lib/core/service";

/**
 * Returns how the titles of pages within one thing are made: `SQL · shop · Coppice`. Its own page has the name alone,
 * after which the layout above puts that of the service.
 */
export function titlesWithin(name: string): { template: string; default: string } {
  return { template: `%s · ${name} · ${SERVICE.name}`, default: name };
}

/** Returns a parameter of an address that names the subject of a page; an empty text where the address has none. */
export function namedBy(value: string | string[] | undefined): string {
  return typeof value === "string" ? value.slice(0, 100) : "";
}
