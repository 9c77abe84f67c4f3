import { setImmediate } from "node:timers/promises";

/** A time limit is counted in so many parts, of which a blocked event loop uses one up at most. */
const PARTS = 10;
const MOST_EXCUSED = 9 * PARTS;
/** So many turns of the event loop, and everything that came before them has been read. */
const TURNS = 10;

interface PatienceOptions {
  /** Whether the wait alone keeps the process from ending; it does by default. */
  keepsProcess?: boolean;
  /** Asked after each part of the time; a part that it excuses doesn't count. Up to nine times the limit can be excused. */
  isExcused?: () => boolean;
}

/**
 * Calls `giveUp` after so many milliseconds in which this process could look at arriving data, and after it has looked
 * once more (docs/decisions/182). Returns the function that ends the wait.
 */
export function startPatience(
  milliseconds: number,
  giveUp: () => void,
  { keepsProcess = true, isExcused = () => false }: PatienceOptions = {},
): () => void {
  let isOver = false;
  let excused = 0;
  let timer: NodeJS.Timeout;
  const waitFor = (parts: number) => {
    timer = setTimeout(() => {
      if (excused < MOST_EXCUSED && isExcused()) {
        excused += 1;
        waitFor(parts);
      } else if (parts > 1) waitFor(parts - 1);
      else void finish();
    }, milliseconds / PARTS);
    if (!keepsProcess) timer.unref();
  };
  const finish = async () => {
    await lookAgain();
    if (isOver) return;
    isOver = true;
    giveUp();
  };
  waitFor(PARTS);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Returns a signal that aborts as `AbortSignal.timeout` does, by the count of `startPatience`. */
export function patienceSignal(milliseconds: number, options: Omit<PatienceOptions, "keepsProcess"> = {}): AbortSignal {
  const controller = new AbortController();
  const late = () => controller.abort(new DOMException(`no end within ${milliseconds} ms`, "TimeoutError"));
  startPatience(milliseconds, late, { ...options, keepsProcess: false });
  return controller.signal;
}

/** Resolves when all data that had arrived at this process before was read. */
export async function lookAgain(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
}
