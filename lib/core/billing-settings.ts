import { z } from "zod";
import { JsonText } from "./json-text";
import { OperatorError } from "./operator-error";
import { PLAN_NAMES, type Plan } from "./plans";

/** The kinds of billing providers whose signatures and events the webhook accepts. */
const BILLING_SCHEMES = ["standard", "polar", "stripe"] as const;

export interface BillingSettings {
  scheme: (typeof BILLING_SCHEMES)[number];
  /** More than one while the provider's secret is being replaced. */
  secrets: readonly string[];
  /** The plan that each product or price of the provider pays for. */
  plans: ReadonlyMap<string, Plan>;
  /** The page on which customers see invoices and change their subscription. */
  portalUrl: string | null;
}

const Secrets = z
  .string()
  .transform((text) => text.split(",").map((secret) => secret.trim()))
  .pipe(z.array(z.string().min(16)));

/** A map, so that a product may have any name. */
const Plans = JsonText.pipe(
  z.record(z.string().min(1), z.enum(PLAN_NAMES)).transform((plans) => new Map(Object.entries(plans))),
);

export const BillingVariables = z.object({
  COPPICE_BILLING: z.enum(BILLING_SCHEMES).optional(),
  COPPICE_BILLING_SECRET: Secrets.optional(),
  COPPICE_BILLING_PLANS: Plans.optional(),
  COPPICE_BILLING_PORTAL_URL: z.url({ protocol: /^https$/ }).optional(),
});

/** Returns `null` where no billing is set up. Throws where only a part of it is. */
export function billingOf(variables: z.infer<typeof BillingVariables>): BillingSettings | null {
  const { COPPICE_BILLING: scheme, COPPICE_BILLING_SECRET: secrets, COPPICE_BILLING_PLANS: plans } = variables;
  const portalUrl = variables.COPPICE_BILLING_PORTAL_URL ?? null;
  if (!scheme && !secrets && !plans && portalUrl === null) return null;
  if (!scheme || !secrets || !plans) {
    throw new OperatorError("COPPICE_BILLING, COPPICE_BILLING_SECRET and COPPICE_BILLING_PLANS must be set together");
  }
  if (scheme === "standard" && secrets.some((secret) => !secret.startsWith("whsec_") || !decodedSecret(secret))) {
    throw new OperatorError("COPPICE_BILLING_SECRET must be whsec_ and base64 where COPPICE_BILLING is standard");
  }
  return { scheme, secrets, plans, portalUrl };
}

/** Returns the key that base64 behind an optional `whsec_` stands for; `null` where it is no base64. */
export function decodedSecret(secret: string): Buffer | null {
  const text = secret.replace(/^whsec_/, "");
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, "base64") : null;
}
