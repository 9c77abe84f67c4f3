import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { milliseconds, type Table } from "../report";
import { median } from "../statistics";
import type { OwnSubject } from "./ours";
import { emailOf, signIn } from "./subject";

const DIFFERENCE_BELOW = 0.05;
const WARM_UP = 20;

/** Whether the time of a refused sign-in tells if the address has an account: three kinds, one after the other. */
export async function enumerationTable(ours: OwnSubject, tries: number): Promise<Table> {
  process.stderr.write(`measuring ${tries} refused sign-ins of each kind …\n`);
  const kinds = [
    { name: "unknown address", emailAt: (i: number) => `nobody${i}@example.com`, times: [] as number[] },
    { name: "wrong password", emailAt: (i: number) => emailOf(i % ours.users), times: [] as number[] },
    { name: "account of a provider alone", emailAt: () => ours.socialEmail, times: [] as number[] },
  ];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let i = 0; i < tries + WARM_UP; i++) {
    // Each kind comes first, second and third equally often.
    for (let turn = 0; turn < kinds.length; turn++) {
      const kind = kinds[(i + turn) % kinds.length];
      if (!kind) continue;
      const took = await refusedSignIn(ours, agent, kind.emailAt(i));
      if (i >= WARM_UP) kind.times.push(took);
    }
  }
  agent.destroy();
  const medians = kinds.map(({ times }) => median(times));
  const difference = Math.max(...medians) / Math.min(...medians) - 1;
  const met = difference < DIFFERENCE_BELOW ? "yes" : "no";
  return {
    title: `Time of a refused sign-in, median of ${tries} of each kind`,
    columns: [...kinds.map(({ name }) => name), "Largest difference", "Goal", "Met"],
    rows: [[...medians.map(milliseconds), `${(difference * 100).toFixed(1)} %`, `< ${DIFFERENCE_BELOW * 100} %`, met]],
  };
}

async function refusedSignIn(ours: OwnSubject, agent: Agent, email: string): Promise<number> {
  const { path, method, headers, body } = signIn(ours, email, "not the password of anybody");
  const startedAt = performance.now();
  const sent = request(ours.url + path, {
    ...{ method, agent },
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
  });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const answer = await text(response);
  const took = performance.now() - startedAt;
  if (response.statusCode !== 401 || !answer.includes("INVALID_EMAIL_OR_PASSWORD")) {
    throw new Error(`A wrong password was answered ${response.statusCode}: ${answer}`);
  }
  return took;
}
