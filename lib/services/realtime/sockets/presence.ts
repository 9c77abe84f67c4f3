import type { PresenceMember } from "@/lib/core/ports/topic-log";
import { encodeFrame } from "./encode-frame";
import type { FrameSink } from "./frame-sink";

const FLUSH_MS = 250;
/** A frame has this many bytes of states at most; the rest comes with the next ones. */
const FRAME_BYTES = 60_000;

interface Watcher {
  sink: FrameSink;
  /** Members of whom this one is still to be told; `null` for one that is told everyone's presence. */
  behind: Set<string> | null;
  /** The first frame replaces the client's knowledge. */
  isNew: boolean;
}

/** The members who are present in a topic. Each is told, in at most one frame per quarter of a second. */
export class Presence {
  readonly #members = new Map<string, PresenceMember>();
  readonly #watchers = new Map<FrameSink, Watcher>();
  #changed = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  /** Notes that a member came or changed, or left with `null`. */
  set(id: string, member: PresenceMember | null): void {
    if (member) this.#members.set(id, member);
    else if (!this.#members.delete(id)) return;
    if (this.#watchers.size > 0) this.#note(id);
  }

  watch(sink: FrameSink): void {
    this.#watchers.set(sink, { sink, behind: new Set(this.#members.keys()), isNew: true });
    this.#flushLater();
  }

  unwatch(sink: FrameSink): void {
    this.#watchers.delete(sink);
    if (this.#watchers.size > 0) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#changed.clear();
  }

  #note(id: string): void {
    this.#changed.add(id);
    this.#flushLater();
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS).unref();
  }

  #flush(): void {
    const shared = this.#take(this.#changed);
    const frames = new Map<string, Buffer>();
    for (const watcher of this.#watchers.values()) {
      const { sink, behind } = watcher;
      if (behind !== null || sink.isFull) this.#tellApart(watcher, shared);
      else if (shared.length > 0) sink.write(shareFrame(frames, sink.subscriptionId, () => this.#news(shared)));
    }
    const isBehind = [...this.#watchers.values()].some(({ behind }) => behind !== null);
    this.#timer = this.#changed.size > 0 || isBehind ? setTimeout(() => this.#flush(), FLUSH_MS).unref() : null;
  }

  /** Tells one that is new, or could not be told before, as much as fits into a frame. */
  #tellApart(watcher: Watcher, shared: readonly string[]): void {
    const { sink } = watcher;
    watcher.behind = new Set([...(watcher.behind ?? []), ...shared]);
    if (sink.isFull) return;
    const told = this.#take(watcher.behind);
    sink.write(encodePresence(sink.subscriptionId, { ...(watcher.isNew && { full: true }), ...this.#news(told) }));
    watcher.isNew = false;
    if (watcher.behind.size === 0) watcher.behind = null;
  }

  /** Takes as many ids out of the set as fit into a frame. */
  #take(ids: Set<string>): string[] {
    const taken: string[] = [];
    let bytes = 0;
    for (const id of ids) {
      bytes += id.length + JSON.stringify(this.#members.get(id) ?? null).length * 2;
      if (taken.length > 0 && bytes > FRAME_BYTES) break;
      taken.push(id);
      ids.delete(id);
    }
    return taken;
  }

  #news(ids: readonly string[]): { joined?: Record<string, PresenceMember>; left?: string[] } {
    const here = ids.flatMap((id): [string, PresenceMember][] => {
      const member = this.#members.get(id);
      return member ? [[id, member]] : [];
    });
    const left = ids.filter((id) => !this.#members.has(id));
    return {
      ...(here.length > 0 && { joined: Object.fromEntries(here) }),
      ...(left.length > 0 && { left }),
    };
  }
}

function shareFrame(frames: Map<string, Buffer>, subscriptionId: string, news: () => object): Buffer {
  const frame = frames.get(subscriptionId) ?? encodePresence(subscriptionId, news());
  frames.set(subscriptionId, frame);
  return frame;
}

function encodePresence(subscriptionId: string, news: object): Buffer {
  return encodeFrame(JSON.stringify({ type: "presence", subscriptionId, ...news }));
}
