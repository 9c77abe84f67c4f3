import { PRODUCTS, standardRequest, subscriptionBody } from "@/tests/support/billing";
import { milliseconds, type Table } from "../report";
import type { BenchService } from "../service";
import { median, timed } from "../statistics";

const AT_ONCE = 50;

/** Measures one event that the provider sends fifty times at once, which must be applied once; throws where it isn't. */
export async function billingTable(service: BenchService, url: string, rounds: number): Promise<Table> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await sendAtOnce(service, url, round));
  const [least, most] = [Math.min(...times), Math.max(...times)].map((value) => Math.round(value));
  return {
    title: `POST /v1/billing/webhook, one event ${AT_ONCE} times at once, of ${rounds} events`,
    columns: ["What", "Value"],
    rows: [
      [`Until the last of ${AT_ONCE} answers`, `${milliseconds(median(times))} (${least}–${most})`],
      ["Applied", `${rounds} of ${rounds} events, each once`],
    ],
  };
}

async function sendAtOnce({ control, organisationId }: BenchService, url: string, round: number): Promise<number> {
  const at = new Date(Date.now() + round * 1_000).toISOString();
  const product = round % 2 === 0 ? PRODUCTS.team : PRODUCTS.pro;
  const subscription = { id: "sub_bench", customer: "cus_bench", at, product, metadata: { organisationId } };
  const id = `msg_bench_${round}`;
  const { headers, rawBody } = standardRequest(subscriptionBody("subscription.updated", subscription), { id });
  const body = Buffer.from(rawBody).toString();
  const send = () => fetch(`${url}/v1/billing/webhook`, { method: "POST", headers: [...headers], body });
  const answers: string[] = [];
  const milliseconds = await timed(async () => {
    answers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, async () => (await send()).text()))));
  });
  const { rows } = await control.query("SELECT 1 FROM billing_event WHERE id = $1", [id]);
  const applied = answers.filter((answer) => answer === '{"applied":true}').length;
  const repeated = answers.filter((answer) => answer === '{"duplicate":true}').length;
  if (rows.length !== 1 || applied !== 1 || repeated !== AT_ONCE - 1) {
    throw new Error(`One event was applied ${applied} times, and ${repeated} were duplicates: ${answers[0]}`);
  }
  return milliseconds;
}
