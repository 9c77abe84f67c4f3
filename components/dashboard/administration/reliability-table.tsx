import { Listing } from "@/components/ui/listing";
import type { AuthReliability, AuthWindow } from "@/lib/services/auth-reliability/resource";

const WINDOWS = [
  { name: "5m", label: "5 min" },
  { name: "1h", label: "1 hour" },
  { name: "24h", label: "24 hours" },
] as const;

const count = (value: number) => value.toLocaleString("en");
const milliseconds = (value: number | null) => (value === null ? "–" : `${count(value)} ms`);
const share = (value: number | null) => (value === null ? "–" : `${(value * 100).toFixed(value < 1 ? 2 : 0)}\u00a0%`);
const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, each) => sum + each, 0);

const ROWS: readonly { label: string; of: (window: AuthWindow) => string }[] = [
  { label: "Attempts", of: ({ attempted }) => count(attempted) },
  { label: "Succeeded", of: ({ succeeded }) => count(succeeded) },
  { label: "Refused", of: ({ refusedByReason }) => count(sumOf(refusedByReason)) },
  { label: "Failed", of: ({ failed }) => count(failed) },
  { label: "Success rate", of: ({ successRate }) => share(successRate) },
  { label: "Median duration", of: ({ p50Ms }) => milliseconds(p50Ms) },
  { label: "95th percentile", of: ({ p95Ms }) => milliseconds(p95Ms) },
  { label: "Rate-limited", of: ({ rateLimited }) => count(rateLimited) },
  { label: "Accounts locked", of: ({ locked }) => count(locked) },
  { label: "Tokens issued", of: ({ tokens }) => count(tokens) },
  { label: "Emails sent", of: ({ mails }) => count(mails.sent) },
  { label: "Emails waiting", of: ({ mails }) => count(mails.waiting) },
  { label: "Emails failed", of: ({ mails }) => count(mails.failed) },
];

/** The success of sign-ins over the last 5 minutes, hour and day. */
export function ReliabilityTable({ reliability }: { reliability: AuthReliability }) {
  const columns = WINDOWS.map(({ label }) => ({ name: label, isFigure: true }));
  return (
    <Listing label="Figures" minWidth={320} columns={["Over the last", ...columns]} hasActions={false}>
      {ROWS.map(({ label, of }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {WINDOWS.map(({ name }) => (
            <td key={name} data-figure>
              {of(reliability.windows[name])}
            </td>
          ))}
        </tr>
      ))}
    </Listing>
  );
}
