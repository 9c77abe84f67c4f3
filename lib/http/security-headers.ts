/** OWASP ASVS 5.0, 3.4 asks for these header fields, by class of answer. */

const EVERYWHERE = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** Nothing in JSON or plain text may run, load or be framed. */
export const apiSecurityHeaders: Readonly<Record<string, string>> = {
  ...EVERYWHERE,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
};

export const assetSecurityHeaders: Readonly<Record<string, string>> = {
  ...EVERYWHERE,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

export interface PageSecurityOptions {
  /** Allows styles that a script writes into the page, which carry no nonce. */
  inlineStyles?: boolean;
  /** Allows styles in attributes; style sheets still need the nonce. */
  styleAttributes?: boolean;
  /** A form of the page may lead to these origins in the end. */
  formTargets?: readonly string[];
  frameAncestors?: readonly string[];
  /** The page shows other addresses of this service in frames. */
  ownFrames?: boolean;
  /** The page shows customers' files, and uploads to its site: the origin of the content site. */
  contentOrigin?: string;
  /** The development server evaluates source text and injects styles; a built page does neither. */
  developmentServer?: boolean;
}

/** A mail, to be framed by the inbox page: it may show its styles and logo, and open links in tabs, and do nothing else. */
export const mailSecurityHeaders: Readonly<Record<string, string>> = {
  ...EVERYWHERE,
  "Content-Security-Policy": [
    "default-src 'none'",
    "img-src 'self'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-popups allow-popups-to-escape-sandbox",
  ].join("; "),
  "X-Frame-Options": "SAMEORIGIN",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "private, no-store",
};

/** `nonce` must be new for every request; only scripts that carry it, and scripts that those load, may run. */
export function pageSecurityHeaders(nonce: string, options: PageSecurityOptions = {}): Record<string, string> {
  return {
    ...EVERYWHERE,
    "Content-Security-Policy": contentSecurityPolicy(nonce, options),
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS_POLICY,
    // X-Frame-Options cannot name a list of origins.
    ...(options.frameAncestors?.length ? {} : { "X-Frame-Options": "DENY" }),
  };
}

/** Passkeys stay allowed for this origin; every other device feature is off. */
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
  const content = options.contentOrigin ? [options.contentOrigin] : [];
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    `style-src 'self' ${inline}`,
    ...(options.styleAttributes ? ["style-src-attr 'unsafe-inline'"] : []),
    ["img-src 'self' data:", ...content].join(" "),
    ...(options.contentOrigin
      ? [["media-src", ...content].join(" "), ["connect-src 'self'", ...content].join(" ")]
      : []),
    "object-src 'none'",
    `frame-src ${options.ownFrames ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    ["form-action 'self'", ...(options.formTargets ?? [])].join(" "),
    `frame-ancestors ${options.frameAncestors?.join(" ") || "'none'"}`,
  ].join("; ");
}
