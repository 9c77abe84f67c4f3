import { availableParallelism } from "node:os";
import PQueue from "p-queue";
import { ServiceError } from "@/lib/core/errors";
import { hashPassword, verifyPassword } from "./password";
import { type HashingProject, Turns } from "./turns";

/** A hash runs on a thread of its own, so more hashes than cores would only slow each other down. */
const CONCURRENCY = availableParallelism();
/** A hash takes about 20 ms, so the last one of a project that is alone waits about a third of a second. */
const WAITING_PER_CORE = 16;

/**
 * Hashes passwords, for one project after the other. A project may have as many waiting as there are free places left,
 * so that the busiest leave room for others; the dashboard's own project has places that are its alone.
 */
export class PasswordQueue {
  readonly #queue = new PQueue({ concurrency: CONCURRENCY });
  readonly #turns = new Turns<() => Promise<void>>();
  readonly #waiting = new Map<string, number>();
  readonly #places: { customers: number; builtIn: number };
  #customersWaiting = 0;

  /** `waiting` is how many may wait for a project that is alone. */
  constructor(waiting = CONCURRENCY * WAITING_PER_CORE) {
    this.#places = { customers: 2 * waiting, builtIn: waiting };
  }

  /** Returns how many passwords are being hashed, and how many wait for that. */
  get load(): { running: number; waiting: number } {
    return { running: this.#queue.pending, waiting: this.#queue.size };
  }

  hasRoom({ id, isBuiltIn }: HashingProject): boolean {
    const own = this.#waiting.get(id) ?? 0;
    return own < (isBuiltIn ? this.#places.builtIn : this.#places.customers - this.#customersWaiting);
  }

  /** Throws `service_unavailable` when the project has no place left. */
  requireRoom(project: HashingProject): void {
    if (this.hasRoom(project)) return;
    throw new ServiceError("service_unavailable", "Too many sign-ins at once. Try again in a moment.", {
      retryAfterSeconds: 1,
    });
  }

  /** Keeps a place until `work` calls `takePlace` right before it hashes. Throws `service_unavailable`. */
  async withPlace<T>(project: HashingProject, work: (takePlace: () => void) => Promise<T>): Promise<T> {
    this.requireRoom(project);
    this.#count(project, 1);
    let isKept = true;
    const takePlace = () => {
      if (isKept) this.#count(project, -1);
      isKept = false;
    };
    try {
      return await work(takePlace);
    } finally {
      takePlace();
    }
  }

  /** Throws `service_unavailable` when the project has no place left. */
  hash(project: HashingProject, password: string): Promise<string> {
    return this.#run(project, () => hashPassword(password));
  }

  /** Verifies as `verifyPassword` does. Throws `service_unavailable` when the project has no place left. */
  verify(project: HashingProject, ...given: Parameters<typeof verifyPassword>): Promise<boolean> {
    return this.#run(project, () => verifyPassword(...given));
  }

  async #run<T>(project: HashingProject, work: () => Promise<T>): Promise<T> {
    this.requireRoom(project);
    this.#count(project, 1);
    return new Promise<T>((resolve, reject) => {
      this.#turns.add(project, () => {
        this.#count(project, -1);
        return work().then(resolve, reject);
      });
      // A thread works for the project whose turn it is when the thread becomes free.
      void this.#queue.add(() => this.#turns.next()?.());
    });
  }

  #count({ id, isBuiltIn }: HashingProject, change: 1 | -1): void {
    const waiting = (this.#waiting.get(id) ?? 0) + change;
    if (waiting === 0) this.#waiting.delete(id);
    else this.#waiting.set(id, waiting);
    if (!isBuiltIn) this.#customersWaiting += change;
  }
}
