/** Keeps the event loop of this process from turning, as a process does that loads its code on a busy machine. */
export function blockEventLoop(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
