/** Returns a response that leads a browser elsewhere, which no cache keeps. */
export function leadTo(address: string, cookie: string | null = null): Response {
  const headers = new Headers({ Location: address, "Cache-Control": "private, no-store" });
  if (cookie !== null) headers.set("Set-Cookie", cookie);
  return new Response(null, { status: 302, headers });
}
