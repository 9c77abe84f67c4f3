import { KIND_GROUPS, type KindWords } from "@/lib/sign-in/events/kinds";
import { REASON_AREAS } from "@/lib/sign-in/events/reasons/texts";
import type { Provider } from "@/lib/sign-in/projects/providers/resource";

const METHODS: { id: string; label: string }[] = [
  { id: "password", label: "Password" },
  { id: "magic-link", label: "Emailed link" },
  { id: "email-otp", label: "Emailed code" },
  { id: "passkey", label: "Passkey" },
  { id: "totp", label: "Authenticator app" },
  { id: "backup-code", label: "Backup code" },
  { id: "google", label: "Google" },
  { id: "github", label: "GitHub" },
  { id: "discord", label: "Discord" },
  { id: "microsoft", label: "Microsoft" },
  { id: "konnos", label: "konnos" },
  { id: "device-code", label: "Device code" },
  { id: "test-token", label: "Testing token" },
];

/** Returns the choices of the filters of a project's log. Reasons that are told alike are one choice. */
export function eventChoices(providers: readonly Pick<Provider, "provider" | "name">[]) {
  const what = KIND_GROUPS.flatMap(({ id, label, kinds }) => [
    { id, label, isGroup: true },
    ...Object.entries<KindWords>(kinds).map(([id, { done }]) => ({ id, label: done })),
  ]);
  const titles = new Set<string>();
  const reason = REASON_AREAS.flatMap((area) => Object.entries(area.reasons))
    .map(([id, { title }]) => ({ id, label: title }))
    .filter(({ label }) => !titles.has(label) && titles.add(label));
  const own = providers
    .filter(({ provider }) => !METHODS.some(({ id }) => id === provider))
    .map(({ provider, name }) => ({ id: provider, label: name }));
  return { what, reason, method: [...METHODS, ...own] };
}
