import { readEnvironment } from "@/lib/core/env";
import { createRuntime } from "@/lib/runtime";
import { receiveBillingEvent } from "@/lib/services/billing/receive";

/** The event that the process gets on its standard input. */
export interface SentEvent {
  headers: Record<string, string>;
  body: string;
}

/** Receives one event in a process of its own, which ends at COPPICE_CRASH_AT. */
async function main(): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const { headers, body }: SentEvent = JSON.parse(Buffer.concat(chunks).toString());
  const runtime = createRuntime(readEnvironment());
  const ctx = runtime.context({ actor: { kind: "anonymous", id: "anonymous" }, requestId: "req_crashing" });
  await receiveBillingEvent(ctx, { headers: new Headers(headers), rawBody: Buffer.from(body) });
  await runtime.close();
}

await main();
