/** Returns a page that forwards without a script, or by one click where the browser ignores the refresh. */
export function continuePage(address: string, headers: Headers): Response {
  const href = escapeAttribute(address);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const head = `<meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${href}"><title>&#8230;</title>`;
  return new Response(`<!doctype html><html>${head}<a href="${href}">&#8594;</a></html>`, { headers });
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
