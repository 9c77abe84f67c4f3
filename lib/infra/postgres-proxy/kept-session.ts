import type { Duplex } from "node:stream";
import { FIND_SETTER, SettingsWatch } from "@/lib/core/left-settings";
import { startPatience } from "@/lib/core/patience";
import type { RawSession } from "@/lib/core/ports/raw-session";
import { MessageFollower, message } from "./messages";
import { type EndOfUse, SessionUse } from "./session-use";
import { splice } from "./splice";

const RESET_MILLISECONDS = 5_000;
/** Messages that a client has sent before it took its leave are still carried out, for this long at most. */
const LEAVE_MILLISECONDS = 60_000;

/** Answers a row if the role owns anything in the database. A table that is temporary goes by itself. */
const LOOK = `SELECT FROM pg_catalog.pg_shdepend AS d
  WHERE d.dbid = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())
    AND d.refclassid = 'pg_catalog.pg_authid'::pg_catalog.regclass AND d.deptype = 'o'
    AND d.refobjid = (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = session_user)
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_class AS c WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
      AND c.oid = d.objid AND c.relpersistence = 't')
  LIMIT 1`;
const RESET = ["ROLLBACK", "DISCARD ALL", FIND_SETTER, LOOK];

interface Left {
  /** Whether the session can be used again. */
  isClean: boolean;
  /** Whether the role may own something in the database. */
  ownsObjects: boolean;
}

const UNKNOWN: Left = { isClean: false, ownsObjects: true };

/** A session that one client after the other uses, each as if it were new. */
export class KeptSession {
  readonly raw: RawSession;
  #isBroken = false;
  readonly #settings = new SettingsWatch();
  /** Bytes that come while nobody uses the session are its end, or a parameter that is no longer as clients are told. */
  readonly #breakWhileKept = () => {
    this.#isBroken = true;
  };

  constructor(raw: RawSession) {
    this.raw = raw;
    const broken = () => {
      this.#isBroken = true;
    };
    raw.stream.on("close", broken).on("end", broken).on("error", broken);
  }

  get isBroken(): boolean {
    return this.#isBroken || this.raw.stream.destroyed;
  }

  /**
   * Passes messages both ways until the client takes its leave or is gone. Resolves to how it ended; a session in the
   * midst of something cannot be used again.
   */
  async passFor(client: Duplex): Promise<EndOfUse> {
    this.raw.stream.off("data", this.#breakWhileKept);
    // Of one that is gone already, no event tells.
    if (client.destroyed || client.readableEnded) return "lost";
    const watch = (chunk: Buffer) => this.#settings.push(chunk);
    client.on("data", watch);
    const { promise, resolve } = Promise.withResolvers<EndOfUse>();
    const use = new SessionUse(resolve);
    const detach = splice(client, this.raw.stream, {
      fromClient: new MessageFollower((type, length) => use.judgeClient(type, length)),
      fromServer: new MessageFollower((type) => use.judgeServer(type)),
      onClientGone: () => {
        if (!use.isLeaving) resolve("lost");
      },
      onServerGone: () => resolve("lost"),
    });
    const timer = setTimeout(() => use.isLeaving && resolve("lost"), LEAVE_MILLISECONDS);
    void use.leaving.then(() => timer.refresh());
    const end = await promise;
    clearTimeout(timer);
    client.off("data", watch);
    const isBetweenMessages = detach();
    if (!use.isAtRest || !isBetweenMessages) this.#isBroken = true;
    return end;
  }

  /** Leaves nothing of its last client in the session, and looks for its traces in the database. */
  async reset(): Promise<Left> {
    if (this.isBroken) return UNKNOWN;
    const { stream } = this.raw;
    const { promise, resolve } = Promise.withResolvers<Left>();
    const answered = RESET.map(() => false);
    let ready = 0;
    const follower = new MessageFollower((type, _length, body) => {
      if (type === "E") resolve(UNKNOWN);
      if (type === "D") answered[ready] = true;
      if (type === "Z") ready += 1;
      if (type === "Z" && ready === RESET.length) {
        const [hasSetter = false, ownsObjects = false] = answered.slice(-2);
        resolve({ isClean: body.toString("latin1") === "I" && !hasSetter && !this.#settings.hasSeen, ownsObjects });
      }
      return "pass";
    });
    const follow = (chunk: Buffer) => void follower.push(chunk);
    const lost = () => resolve(UNKNOWN);
    const endPatience = startPatience(RESET_MILLISECONDS, lost);
    stream.on("data", follow).once("close", lost).resume();
    // Each in its own message: DISCARD ALL can run in no transaction, not even that of a message with several statements.
    stream.write(Buffer.concat(RESET.map((statement) => message("Q", statement))));
    const left = await promise;
    endPatience();
    // The stream is read on: an end that nobody reads is not noticed.
    stream.off("data", follow).off("close", lost).on("data", this.#breakWhileKept);
    if (!left.isClean) this.#isBroken = true;
    return left;
  }
}
