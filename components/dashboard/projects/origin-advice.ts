/** The fault of a text that should be an origin, and the origin that it probably means. */
export interface OriginAdvice {
  message: string;
  /** `null` where nothing can be guessed. */
  better: string | null;
}

/**
 * Returns the fault of the text as an allowed origin; `null` for nothing that can be seen without a list of suffixes.
 */
export function adviseOnOrigin(text: string): OriginAdvice | null {
  if (/\*/.test(text)) return { message: "Wildcards aren't allowed. Add each host as an origin.", better: null };
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    const better = originOf(`${isLocal(text) ? "http" : "https"}://${text}`);
    return { message: "An origin begins with https://, or http:// on localhost.", better };
  }
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return { message: "Enter an origin such as https://app.example.com.", better: null };
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return { message: "Use https. Plain http works only on localhost.", better: originOf(`https://${url.host}`) };
  }
  if (url.origin === text) return null;
  const message =
    url.pathname !== "/" || /[?#]/.test(text)
      ? "An origin has no path: only the scheme, host and port."
      : "Write the origin as browsers send it: lower case, and no slash at its end.";
  return { message, better: url.origin };
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

function isLocal(text: string): boolean {
  return isLoopback(URL.parse(`http://${text}`)?.hostname ?? "");
}

function originOf(text: string): string | null {
  const origin = URL.parse(text)?.origin ?? null;
  return origin !== null && adviseOnOrigin(origin) === null ? origin : null;
}
