import { PlainAnswer } from "../plain-answer";
/** Returns a page that forwards without a script, or by one click where the browser ignores the refresh. */
export function continuePage(address: string, headers: Headers): PlainAnswer {
  const href = escapeAttribute(address);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const head = `<meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${href}"><title>&#8230;</title>`;
  return new PlainAnswer(`<!doctype html><html>${head}<a href="${href}">&#8594;</a></html>`, 200, headers);
}

export function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
