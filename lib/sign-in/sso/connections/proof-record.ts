import { SERVICE } from "@/lib/core/service";

/** Returns the TXT record that proves a domain. Its name is below the domain, so that it stands in nobody's way. */
export function proofRecord({ domain, proof }: { domain: string; proof: string }) {
  return { type: "TXT" as const, name: `_${SERVICE.slug}-sso.${domain}`, value: `${SERVICE.slug}-sso=${proof}` };
}
