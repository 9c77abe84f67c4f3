import { setTimeout as delay } from "node:timers/promises";
import { timed } from "../statistics";
import type { Customer } from "./customer";

const QUERY_EVERY_MILLISECONDS = 5;
const LOGIN_EVERY_MILLISECONDS = 250;

export interface Figures {
  /** Milliseconds of `SELECT 1` on an open session. */
  queries: number[];
  /** Milliseconds of signing in, asking and leaving. */
  logins: number[];
  refusedQueries: number;
  refusedLogins: number;
}

/** Measures the delays of a neighbour until `over` resolves, on one open session and by signing in anew. */
export async function measureNeighbour(neighbour: Customer, over: Promise<unknown>): Promise<Figures> {
  const figures: Figures = { queries: [], logins: [], refusedQueries: 0, refusedLogins: 0 };
  let isOver = false;
  void over.finally(() => {
    isOver = true;
  });
  const client = await neighbour.connect();
  const querying = async () => {
    while (!isOver) {
      await timed(() => client.query("SELECT 1")).then(
        (milliseconds) => figures.queries.push(milliseconds),
        () => {
          figures.refusedQueries += 1;
        },
      );
      await delay(QUERY_EVERY_MILLISECONDS);
    }
  };
  const signingIn = async () => {
    while (!isOver) {
      await timed(() => signIn(neighbour)).then(
        (milliseconds) => figures.logins.push(milliseconds),
        () => {
          figures.refusedLogins += 1;
        },
      );
      await delay(LOGIN_EVERY_MILLISECONDS);
    }
  };
  await Promise.all([querying(), signingIn()]);
  await neighbour.leave();
  return figures;
}

async function signIn(neighbour: Customer): Promise<void> {
  const client = await neighbour.connect();
  await client.query("SELECT 1");
  await client.end();
}
