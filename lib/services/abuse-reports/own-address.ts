import { isId } from "@/lib/core/ids";

/** Returns the project of a page of this service, such as a hosted sign-in page; `null` for any other address. */
export function projectOfAddress(url: string, baseUrl: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.origin !== baseUrl) return null;
  return parsed.pathname.split("/").find((segment) => isId("project", segment)) ?? null;
}
