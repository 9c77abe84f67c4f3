/** Header fields that every answer carries, by class of answer (OWASP ASVS 5.0, 3.4). */

const EVERYWHERE = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** For JSON and plain text: nothing in it may run, load or be framed. */
export const apiSecurityHeaders: Readonly<Record<string, string>> = {
  ...EVERYWHERE,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
};

/** For files that pages load: scripts, styles, icons. */
export const assetSecurityHeaders: Readonly<Record<string, string>> = {
  ...EVERYWHERE,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

export interface PageSecurityOptions {
  /** Allows styles that a script writes into the page, which carry no nonce. */
  inlineStyles?: boolean;
  /** Allows the styles of single elements, which an attribute holds; style sheets still carry the nonce. */
  styleAttributes?: boolean;
  /** Origins that a form of the page may lead to in the end, and those whose pages may frame it. */
  formTargets?: readonly string[];
  frameAncestors?: readonly string[];
  /** The development server evaluates source text and injects styles; a built page does neither. */
  developmentServer?: boolean;
}

/** For HTML. `nonce` is fresh for every request; only scripts that carry it, and what those load, may run. */
export function pageSecurityHeaders(nonce: string, options: PageSecurityOptions = {}): Record<string, string> {
  return {
    ...EVERYWHERE,
    "Content-Security-Policy": contentSecurityPolicy(nonce, options),
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS_POLICY,
    // It knows no list of origins.
    ...(options.frameAncestors?.length ? {} : { "X-Frame-Options": "DENY" }),
  };
}

/** Passkeys stay allowed for this origin; everything else a page could ask the device for is off. */
const PERMISSIONS_POLICY = [
  "accelerometer=()",
  "browsing-topics=()",
  "camera=()",
  "display-capture=()",
  "geolocation=()",
  "gyroscope=()",
  "magnetometer=()",
  "microphone=()",
  "midi=()",
  "payment=()",
  "publickey-credentials-create=(self)",
  "publickey-credentials-get=(self)",
  "screen-wake-lock=()",
  "serial=()",
  "usb=()",
  "xr-spatial-tracking=()",
].join(", ");

function contentSecurityPolicy(nonce: string, options: PageSecurityOptions): string {
  const evaluation = options.developmentServer ? " 'unsafe-eval'" : "";
  // A nonce beside 'unsafe-inline' would switch the latter off.
  const inline = options.inlineStyles || options.developmentServer ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    `style-src 'self' ${inline}`,
    ...(options.styleAttributes ? ["style-src-attr 'unsafe-inline'"] : []),
    "img-src 'self' data:",
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...(options.formTargets ?? [])].join(" "),
    `frame-ancestors ${options.frameAncestors?.join(" ") || "'none'"}`,
  ].join("; ");
}
