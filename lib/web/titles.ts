import { SERVICE } from "@/lib/core/service";

/**
 * Returns how the titles of pages within one thing are made: `SQL · shop · Coppice`. Its own page has the name alone,
 * after which the layout above puts that of the service.
 */
export function titlesWithin(name: string): { template: string; default: string } {
  return { template: `%s · ${name} · ${SERVICE.name}`, default: name };
}

/** Returns the metadata of a page whose title has a parameter of its address, which is empty where there is none. */
export function titledBy(parameter: string, title: (name: string) => string) {
  return async ({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) => {
    const { [parameter]: name } = await searchParams;
    return { title: title(typeof name === "string" ? name.slice(0, 100) : "") };
  };
}
