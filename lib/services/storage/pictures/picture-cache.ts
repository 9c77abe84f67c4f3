import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { LRUCache } from "lru-cache";
import { ServiceError } from "@/lib/core/errors";
import { planLimits } from "@/lib/core/plans";
import type { PictureMaker } from "@/lib/core/ports/picture-maker";
import { FairQueue } from "@/lib/core/queue/fair-queue";
import type { StorageContext } from "../context";
import type { ExactShape } from "./format";
import { PictureShelf } from "./picture-shelf";
import { shapeText } from "./shape";

interface PictureSource {
  projectId: string;
  /** The project's plan. */
  tier: string;
  bytesId: string;
  size: number;
  contentType: string;
}

/** Made pictures come on top of a plan's limit, up to this part of it. */
const PART_OF_PLAN = 0.2;
const MAX_SOURCE_BYTES = 64 * 1024 ** 2;
/** So many of a project's pictures wait for their turn. */
const MAX_WAITING = 16;
/** With the longest that one takes to make, a picture has an answer before its connection counts as idle. */
const PATIENCE_MILLISECONDS = 18_000;
/** The same bytes fail the same way, and trying may take seconds. */
const FAILURE_MILLISECONDS = 600_000;
const MAX_FAILURES = 10_000;

interface Making {
  path: Promise<string>;
  askers: number;
  /** Aborts when all who asked have gone before it was begun. */
  gone: AbortController;
  hasBegun: boolean;
}

/**
 * Returns pictures of objects, and makes those that it does not have, of one project after the other. Those who ask for
 * the same one wait for one.
 */
export class PictureCache {
  readonly #folder: string;
  readonly #maker: PictureMaker;
  readonly #shelves = new Map<string, Promise<PictureShelf>>();
  readonly #making = new Map<string, Making>();
  readonly #queue: FairQueue;
  readonly #failed = new LRUCache<string, ServiceError>({ max: MAX_FAILURES, ttl: FAILURE_MILLISECONDS });

  constructor(folder: string, maker: PictureMaker) {
    this.#folder = folder;
    this.#maker = maker;
    this.#queue = new FairQueue({
      ...{ places: maker.atOnce, waitingOfOwner: MAX_WAITING, patienceMilliseconds: PATIENCE_MILLISECONDS },
      refusal: "Too many pictures are being made.",
    });
  }

  /**
   * Returns the path of a file. Throws `picture_failed`, `rate_limited`, `service_unavailable`, and the reason of the
   * signal, which aborts when the caller has gone.
   */
  async get(ctx: StorageContext, version: PictureSource, shape: ExactShape, signal: AbortSignal): Promise<string> {
    const name = `${version.bytesId}.${shapeText(shape)}`;
    const shelf = await this.#shelfOf(version);
    const kept = await shelf.find(name);
    if (kept) return kept;
    const failure = this.#failed.get(name);
    if (failure) throw failure;
    const making = this.#making.get(name) ?? this.#begin(name, ctx, version, shape, shelf);
    return this.#await(name, making, signal);
  }

  #begin(name: string, ctx: StorageContext, version: PictureSource, shape: ExactShape, shelf: PictureShelf): Making {
    const gone = new AbortController();
    const work = () => {
      making.hasBegun = true;
      return this.#make(ctx, version, shape, shelf);
    };
    const path = this.#queue
      .run(version.projectId, work, gone.signal)
      .then((file) => shelf.keep(file, name))
      .catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === "picture_failed") this.#failed.set(name, error);
        throw error;
      })
      .finally(() => this.#forget(name, making));
    // All who asked may have gone.
    path.catch(() => undefined);
    const making: Making = { path, gone, askers: 0, hasBegun: false };
    this.#making.set(name, making);
    return making;
  }

  async #await(name: string, making: Making, signal: AbortSignal): Promise<string> {
    const { promise: left, reject } = Promise.withResolvers<never>();
    const leave = () => reject(signal.reason);
    making.askers += 1;
    signal.addEventListener("abort", leave);
    try {
      signal.throwIfAborted();
      return await Promise.race([making.path, left]);
    } finally {
      signal.removeEventListener("abort", leave);
      making.askers -= 1;
      if (making.askers === 0 && !making.hasBegun) {
        this.#forget(name, making);
        making.gone.abort();
      }
    }
  }

  #forget(name: string, making: Making): void {
    if (this.#making.get(name) === making) this.#making.delete(name);
  }

  async #make(ctx: StorageContext, version: PictureSource, shape: ExactShape, shelf: PictureShelf): Promise<string> {
    if (version.size > MAX_SOURCE_BYTES) {
      throw new ServiceError("picture_failed", "The object has more than 64 MB, too many for a picture to be made of.");
    }
    const { bytesId } = version;
    const file = ctx.objects.fileOf(bytesId);
    const target = shelf.unfinished(randomUUID());
    const copy = shelf.unfinished(randomUUID());
    if (file === null) await pipeline(await ctx.objects.read(bytesId), createWriteStream(copy, { mode: 0o600 }));
    const source = file ?? copy;
    try {
      await this.#maker.make({ ...shape, w: shape.w, h: shape.h, source, target });
      return target;
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    } finally {
      await rm(copy, { force: true });
    }
  }

  #shelfOf({ projectId, tier }: PictureSource): Promise<PictureShelf> {
    const known = this.#shelves.get(projectId);
    if (known) return known;
    const maxBytes = Math.floor(planLimits(tier).storageBytes * PART_OF_PLAN);
    const shelf = PictureShelf.open(join(this.#folder, projectId), maxBytes);
    this.#shelves.set(projectId, shelf);
    shelf.catch(() => this.#shelves.delete(projectId));
    return shelf;
  }
}
