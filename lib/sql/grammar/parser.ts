import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ParseResult } from "libpg-query";
import { startPatience } from "@/lib/core/patience";

export interface ParserTask {
  kind: "scan" | "parse";
  text: string;
}

export interface ParserFailure {
  /** `grammar`: the text is not SQL; `depth`: it overflows the parser's stack; `time`: it takes too long. */
  kind: "grammar" | "depth" | "time";
  message: string;
  /** Counts code points from 0; `null` where the grammar names no place. */
  position: number | null;
}

export interface ParserAnswer {
  tree?: string;
  /** Start, end and type of each token; start and end count bytes. */
  tokens?: Int32Array;
  failure?: ParserFailure;
}

export class ParserError extends Error {
  readonly failure: ParserFailure;

  constructor(failure: ParserFailure) {
    super(failure.message);
    this.name = "ParserError";
    this.failure = failure;
  }
}

/** A text of the longest length takes a hundredth of this. */
const MAX_MILLISECONDS = 20_000;

/** Reads texts with PostgreSQL's own scanner and grammar, one after another, in a thread that starts with the first. */
class Parser {
  #thread: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  async scan(text: string): Promise<Int32Array> {
    return (await this.#ask({ kind: "scan", text })).tokens ?? new Int32Array();
  }

  async parse(text: string): Promise<ParseResult> {
    return JSON.parse((await this.#ask({ kind: "parse", text })).tree ?? "{}") as ParseResult;
  }

  async #ask(task: ParserTask): Promise<ParserAnswer> {
    const turn = this.#last.then(() => this.#run(task));
    this.#last = turn.catch(() => undefined);
    const answer = await turn;
    if (answer.failure) throw new ParserError(answer.failure);
    return answer;
  }

  async #run(task: ParserTask): Promise<ParserAnswer> {
    this.#thread ??= new Worker(join(process.cwd(), "lib/sql/grammar/parser-thread.ts"));
    const thread = this.#thread;
    // An idle thread does not keep the process from ending.
    thread.ref();
    let endPatience = () => {};
    try {
      return await new Promise<ParserAnswer>((resolve, reject) => {
        thread.once("message", resolve).once("error", reject);
        thread.postMessage(task);
        endPatience = startPatience(MAX_MILLISECONDS, () => {
          void thread.terminate();
          this.#thread = null;
          resolve({ failure: { kind: "time", message: "The text takes too long to parse.", position: null } });
        });
      });
    } catch (error) {
      this.#thread = null;
      throw error;
    } finally {
      endPatience();
      thread.removeAllListeners("message").removeAllListeners("error").unref();
    }
  }
}

export const parser = new Parser();
