import { randomBytes } from "node:crypto";
import { PlainAnswer } from "../plain-answer";
import { escapeAttribute } from "./continue-page";

export interface PostedMessage {
  url: string;
  fields: Readonly<Record<string, string>>;
}

/** Returns a page that posts these fields to another site, or by one click where the browser runs no script. */
export function postPage({ url, fields }: PostedMessage, headers: Headers): PlainAnswer {
  const nonce = randomBytes(16).toString("base64");
  // The receiver of the form may redirect to other sites of its own, which browsers hold against this policy, too.
  const targets = url.startsWith("https:") ? "https:" : new URL(url).origin;
  headers.set(
    "Content-Security-Policy",
    `default-src 'none'; script-src 'nonce-${nonce}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", "private, no-store");
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeAttribute(name)}" value="${escapeAttribute(value)}">`,
  );
  const form = `<form method="post" action="${escapeAttribute(url)}">${inputs.join("")}<button>&#8594;</button></form>`;
  const script = `<script nonce="${nonce}">document.forms[0].submit()</script>`;
  const head = `<meta charset="utf-8"><title>&#8230;</title>`;
  return new PlainAnswer(`<!doctype html><html>${head}${form}${script}</html>`, 200, headers);
}
