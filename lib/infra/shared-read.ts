import { startPatience } from "@/lib/core/patience";

/** A scraper waits no longer for the control plane. */
const READ_WITHIN_MS = 3_000;

export interface FigureSource<Figures> {
  read(): Promise<Figures>;
  onError(error: unknown): void;
}

/** Returns a function that reads once for all metrics of a scrape; it answers `null` when they cannot be read. */
export function sharedRead<Figures>({ read, onError }: FigureSource<Figures>): () => Promise<Figures | null> {
  let running: Promise<Figures | null> | null = null;
  const readOnce = async () => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const endPatience = startPatience(READ_WITHIN_MS, () => reject(new Error(`no answer within ${READ_WITHIN_MS} ms`)));
    try {
      return await Promise.race([read(), late]);
    } catch (error) {
      onError(error);
      return null;
    } finally {
      endPatience();
      running = null;
    }
  };
  return () => {
    running ??= readOnce();
    return running;
  };
}
