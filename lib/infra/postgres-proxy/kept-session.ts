import type { Duplex } from "node:stream";
import type { RawSession } from "@/lib/core/ports/raw-session";
import { MessageFollower, message } from "./messages";
import { type EndOfUse, SessionUse } from "./session-use";
import { splice } from "./splice";

const RESET_MILLISECONDS = 5_000;
/** What a client has sent before it took its leave is still done, for this long at most. */
const LEAVE_MILLISECONDS = 60_000;

/** A session that one client after the other uses, each as if it were new. */
export class KeptSession {
  readonly raw: RawSession;
  #isBroken = false;

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
    const isBetweenMessages = detach();
    if (!use.isAtRest || !isBetweenMessages) this.#isBroken = true;
    return end;
  }

  /** Leaves nothing of its last client in the session. Returns whether it can be used again. */
  async reset(): Promise<boolean> {
    if (this.isBroken) return false;
    const { stream } = this.raw;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let ready = 0;
    const follower = new MessageFollower((type, _length, body) => {
      if (type === "E") resolve(false);
      if (type === "Z") ready += 1;
      if (type === "Z" && ready === 2) resolve(body.toString("latin1") === "I");
      return "pass";
    });
    const follow = (chunk: Buffer) => void follower.push(chunk);
    const lost = () => resolve(false);
    const timer = setTimeout(lost, RESET_MILLISECONDS);
    stream.on("data", follow).once("close", lost).resume();
    // Two messages: DISCARD ALL can run in no transaction, not even the one of a message with several statements.
    stream.write(Buffer.concat([message("Q", "ROLLBACK"), message("Q", "DISCARD ALL")]));
    const isClean = await promise;
    clearTimeout(timer);
    stream.off("data", follow).off("close", lost).pause();
    if (!isClean) this.#isBroken = true;
    return isClean;
  }
}
