import { z } from "zod";
import { OperatorError } from "@/lib/core/operator-error";
import { JsonText } from "./json-text";
import { isLoopback } from "./loopback";
import { ProviderEndpointsByName } from "./provider-endpoints";

export interface ProviderSettings {
  konnosIssuer: string | null;
  endpoints: ProviderEndpointsByName;
}

export const ProviderVariables = z.object({
  KONNOS_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  COPPICE_PROVIDER_ENDPOINTS: JsonText.pipe(ProviderEndpointsByName).optional(),
});

/** Everything exchanged with a provider is secret, so http is allowed only for a provider on this machine. */
export function providersOf(variables: z.infer<typeof ProviderVariables>, mode: string): ProviderSettings {
  const konnosIssuer = variables.KONNOS_ISSUER ?? null;
  const endpoints = variables.COPPICE_PROVIDER_ENDPOINTS ?? {};
  const all = [konnosIssuer ?? [], ...Object.values(endpoints).flatMap((each) => Object.values(each))].flat();
  const isAllowed = ({ protocol, hostname }: URL) =>
    protocol === "https:" || (mode === "development" && isLoopback(hostname));
  if (all.every((address) => isAllowed(new URL(address)))) return { konnosIssuer, endpoints };
  throw new OperatorError(
    "KONNOS_ISSUER and COPPICE_PROVIDER_ENDPOINTS must hold https addresses; http is for loopback, in development",
  );
}
