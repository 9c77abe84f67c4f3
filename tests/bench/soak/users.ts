import { setTimeout as delay } from "node:timers/promises";
import { PROJECT_ID_HEADER } from "@/lib/core/service";
import type { Runtime } from "@/lib/runtime";
import type { Invariant } from "../faults/invariants";
import type { SeededRandom } from "../faults/random";
import { APP_ORIGIN, type App } from "./app";
import type { Answered, Asker } from "./ask";

const PASSWORD = "correct horse battery staple";
const CLIENT = "sign-in";
/** A delivery whose worker died is taken up by another two minutes later, at the next full minute. */
const DELIVERY_MILLISECONDS = 300_000;

interface Known {
  id: string;
  email: string;
}

interface Session {
  user: Known;
  cookie: string;
}

type Signed = { user: { id: string } };

/** Users of the app, who sign up, in and out. */
export class Users {
  /** The users whose sign-up was answered. */
  readonly #users: Known[] = [];
  readonly #live: Session[] = [];
  readonly #ended: Session[] = [];
  readonly #app: App;
  readonly #asker: Asker;
  readonly #random: SeededRandom;
  #names = 0;

  constructor(app: App, asker: Asker, random: SeededRandom) {
    [this.#app, this.#asker, this.#random] = [app, asker, random];
  }

  readonly step = async (): Promise<void> => {
    const weights = { up: 4, in: 2, out: 2, look: 4 };
    const known = this.#users.length > 0;
    const name = known ? this.#random.weighted(weights) : "up";
    if (name === "up") await this.#signUp();
    else if (name === "in") await this.#signIn();
    else if (name === "out") await this.#signOut();
    const session = this.#random.pick(this.#live);
    if (session) await this.#requireLive(session);
  };

  async check(runtime: Runtime): Promise<Invariant[]> {
    const { projectId } = this.#app;
    const rows = await runtime.db.user.findMany({ where: { projectId }, select: { id: true, email: true } });
    const emails = rows.map(({ email }) => email);
    const ids = new Set(rows.map(({ id }) => id));
    return [
      {
        name: "acknowledged users missing, or there twice",
        checked: this.#users.length,
        violations: [
          ...this.#users.filter(({ id }) => !ids.has(id)).map(({ email }) => email),
          ...emails.filter((email, index) => emails.indexOf(email) !== index),
        ],
      },
      await this.#compare("acknowledged sessions that are no more", this.#live, true),
      await this.#compare("ended sessions that are let in", this.#ended, false),
      {
        name: "users that no webhook told, or with two events",
        checked: rows.length,
        violations: await this.#untold(ids),
      },
    ];
  }

  async #signUp(): Promise<void> {
    this.#names += 1;
    const email = `user-${this.#names}@example.com`;
    const answer = await this.#post("/sign-up/email", { name: "Ada", email, password: PASSWORD });
    const user = { id: (JSON.parse(answer.bytes.toString()) as Signed).user.id, email };
    this.#users.push(user);
    this.#live.push({ user, cookie: cookieOf(answer) });
  }

  async #signIn(): Promise<void> {
    const user = this.#random.pick(this.#users);
    if (!user) return;
    const answer = await this.#post("/sign-in/email", { email: user.email, password: PASSWORD });
    this.#live.push({ user, cookie: cookieOf(answer) });
  }

  /** Without an answer, the session may have ended or not. */
  async #signOut(): Promise<void> {
    const session = this.#random.pick(this.#live);
    if (!session) return;
    this.#live.splice(this.#live.indexOf(session), 1);
    await this.#post("/sign-out", {}, session.cookie);
    this.#ended.push(session);
    if ((await this.#userOf(session)) !== null) throw new Error(`${session.user.email} is still signed in`);
  }

  async #requireLive(session: Session): Promise<void> {
    const id = await this.#userOf(session);
    if (id !== session.user.id) throw new Error(`${session.user.email} is taken for ${id}`);
  }

  async #userOf({ cookie }: Session): Promise<string | null> {
    const headers = { ...this.#headers(), cookie };
    const url = `${this.#app.baseUrl}/v1/auth-tenant/get-session`;
    return (await this.#asker.askJson<Signed | null>(CLIENT, url, { headers }))?.user.id ?? null;
  }

  async #post(path: string, body: object, cookie?: string): Promise<Answered> {
    const headers = { ...this.#headers(), "content-type": "application/json", ...(cookie !== undefined && { cookie }) };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await this.#asker.ask(CLIENT, `${this.#app.baseUrl}/v1/auth-tenant${path}`, init);
    this.#asker.counts.add(path.split("/")[1] ?? "", "acknowledged");
    return answer;
  }

  #headers() {
    const { projectId, publicKey } = this.#app;
    return { [PROJECT_ID_HEADER]: projectId, authorization: `Bearer ${publicKey}`, origin: APP_ORIGIN };
  }

  async #compare(name: string, sessions: readonly Session[], isLive: boolean): Promise<Invariant> {
    const violations: string[] = [];
    for (const session of sessions) {
      const id = await this.#userOf(session).catch(String);
      if (id !== (isLive ? session.user.id : null)) violations.push(`${session.user.email}: ${id}`);
    }
    return { name, checked: sessions.length, violations };
  }

  /** Waits for the events that are on their way. */
  async #untold(ids: ReadonlySet<string>): Promise<string[]> {
    const deadline = performance.now() + DELIVERY_MILLISECONDS;
    for (;;) {
      const told = new Map<string, Set<string>>();
      for (const { headers, body } of this.#app.receiver.received) {
        const { id } = (JSON.parse(body) as { data: { id: string } }).data;
        told.set(id, (told.get(id) ?? new Set()).add(String(headers["webhook-id"])));
      }
      const untold = [...ids].filter((id) => told.get(id)?.size !== 1);
      if (untold.length === 0 || performance.now() > deadline) return untold;
      await delay(200);
    }
  }
}

function cookieOf({ headers }: Answered): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
