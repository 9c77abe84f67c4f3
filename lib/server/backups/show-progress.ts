const SHOWN_MILLISECONDS = 1_000;

/** Says each step when it begins, and how much of it is done every second. */
export function showProgress(notice: (text: string) => void): (step: string, bytes: number) => void {
  let current = "";
  let done = 0;
  let shownAt = performance.now();
  return (step, bytes) => {
    if (step !== current) {
      notice(`${step} …\n`);
      [current, done, shownAt] = [step, 0, performance.now()];
    }
    done += bytes;
    if (performance.now() - shownAt < SHOWN_MILLISECONDS) return;
    shownAt = performance.now();
    notice(`${step}: ${Math.round(done / 1024 ** 2)} MB\n`);
  };
}
