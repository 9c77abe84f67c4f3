import { usedSecrets } from "./lanes";
import { APP_ORIGIN } from "./sign-in-lanes";

/**
 * Makes a fetch that does a browser's work for the published client: it keeps cookies and says where the page is from.
 */
export function cookieFetch(): typeof fetch {
  const cookies = new Map<string, string>();
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("origin", APP_ORIGIN);
    if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(input, { ...init, headers });
    for (const field of response.headers.getSetCookie()) {
      const [pair = ""] = field.split(";", 1);
      const name = pair.slice(0, pair.indexOf("="));
      const value = pair.slice(name.length + 1);
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
      if (value !== "") usedSecrets.add(value);
    }
    return response;
  };
}
