import { Banner } from "@/components/ui/banner";
import type { AuthReliability } from "@/lib/services/auth-reliability/resource";

const WORDS: Record<AuthReliability["degraded"][number], string> = {
  "sign-ins": "More than 1\u00a0% of sign-ins failed in the last 5 minutes.",
  mail: "More than 1\u00a0% of emails failed in the last hour.",
  "hash-queue": "Sign-ins wait for passwords to be checked.",
  redis: "Redis doesn't respond. Limits are counted in memory meanwhile.",
};

/** Names the parts that do not work as they should; nothing where all does. */
export function DegradedBanner({ degraded }: Pick<AuthReliability, "degraded">) {
  if (degraded.length === 0) return null;
  return (
    <Banner id="degraded" title="Needs attention">
      <ul>
        {degraded.map((name) => (
          <li key={name}>{WORDS[name]}</li>
        ))}
      </ul>
    </Banner>
  );
}
