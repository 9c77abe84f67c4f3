import { Redis, type RedisOptions } from "ioredis";
import { startPatience } from "@/lib/core/patience";

type LimitedRedisOptions = Omit<RedisOptions, "replyMapping"> & { answerWithinMs: number };

/** A client of ioredis whose limit for each command leaves out the time in which this process was too busy to read. */
export class LimitedRedis extends Redis {
  readonly #answerWithinMs: number;

  constructor(url: string, { answerWithinMs, ...options }: LimitedRedisOptions) {
    super(url, options);
    this.#answerWithinMs = answerWithinMs;
  }

  override sendCommand(...sent: Parameters<Redis["sendCommand"]>): unknown {
    const [command] = sent;
    const late = () => command.reject(new Error("Command timed out"));
    const end = startPatience(this.#answerWithinMs, late, { keepsProcess: false });
    command.promise.then(end, end);
    return super.sendCommand(...sent);
  }
}
