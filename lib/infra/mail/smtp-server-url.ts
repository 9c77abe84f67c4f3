import type { SMTPPoolOptions } from "nodemailer/lib/smtp-pool";
import { isLoopback } from "@/lib/core/loopback";

const SUBMISSION_PORT = 587;
const IMPLICIT_TLS_PORT = 465;

/**
 * Returns the options for `SMTP_URL`: `smtps://` speaks TLS from the start (RFC 8314), `smtp://` upgrades by STARTTLS
 * and sends nothing without it, except on this machine. `?tls=optional` and `?tls=none` loosen that; `?tls=unverified`
 * takes any certificate.
 */
export function parseSmtpUrl(text: string): SMTPPoolOptions {
  const url = new URL(text);
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const rule = url.searchParams.get("tls") ?? (isLoopback(host) ? "optional" : "required");
  return {
    host,
    port: url.port === "" ? (secure ? IMPLICIT_TLS_PORT : SUBMISSION_PORT) : Number(url.port),
    secure,
    requireTLS: !secure && (rule === "required" || rule === "unverified"),
    ignoreTLS: rule === "none",
    tls: {
      minVersion: "TLSv1.2",
      // Optional TLS protects from nobody who can change the traffic, so its certificate is not checked.
      rejectUnauthorized: rule !== "unverified" && (secure || rule === "required"),
    },
    ...(url.username === ""
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
  };
}
