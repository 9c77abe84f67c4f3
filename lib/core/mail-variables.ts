import { z } from "zod";

/** The local part gets a plus, the mail and a tag: 64 characters at most. */
export const ReturnAddress = z
  .email()
  .regex(/^[^+@]{1,18}@/, "must have at most 18 characters before the @, and no plus");

/** `?tls=` loosens the checks on the connection to the mail server. */
export const SmtpUrl = z.url({ protocol: /^smtps?$/ }).refine((text) => {
  const rule = URL.parse(text)?.searchParams.get("tls") ?? "required";
  return ["required", "optional", "unverified", "none"].includes(rule);
}, "tls must be required, optional, unverified or none");

export const SpfMechanisms = z
  .string()
  .toLowerCase()
  .regex(
    /^(include|ip4|ip6|a|mx|exists):\S+( (include|ip4|ip6|a|mx|exists):\S+)*$/,
    "must be like include:spf.example.com",
  );
