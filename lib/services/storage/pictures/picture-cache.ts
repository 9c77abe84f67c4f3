import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { LRUCache } from "lru-cache";
import { ServiceError } from "@/lib/core/errors";
import { planLimits } from "@/lib/core/plans";
import type { PictureMaker } from "@/lib/core/ports/picture-maker";
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

/** Made pictures come on top of what a plan allows, up to this part of it. */
const PART_OF_PLAN = 0.2;
const MAX_SOURCE_BYTES = 64 * 1024 ** 2;
/** One project's pictures do not keep those of all others waiting. */
const MAX_AT_ONCE = 16;
/** The same bytes fail the same way, and trying may take seconds. */
const FAILURE_MILLISECONDS = 600_000;
const MAX_FAILURES = 10_000;

/** Returns pictures of objects, and makes those that it does not have. Those who ask for the same one wait for one. */
export class PictureCache {
  readonly #folder: string;
  readonly #maker: PictureMaker;
  readonly #shelves = new Map<string, Promise<PictureShelf>>();
  readonly #making = new Map<string, { projectId: string; path: Promise<string> }>();
  readonly #failed = new LRUCache<string, ServiceError>({ max: MAX_FAILURES, ttl: FAILURE_MILLISECONDS });

  constructor(folder: string, maker: PictureMaker) {
    this.#folder = folder;
    this.#maker = maker;
  }

  /** Returns the path of a file. Throws `picture_failed`, `rate_limited`, `service_unavailable`. */
  async get(ctx: StorageContext, version: PictureSource, shape: ExactShape): Promise<string> {
    const { projectId, bytesId } = version;
    const name = `${bytesId}.${shapeText(shape)}`;
    const shelf = await this.#shelfOf(version);
    const kept = await shelf.find(name);
    if (kept) return kept;
    const failure = this.#failed.get(name);
    if (failure) throw failure;
    const known = this.#making.get(name);
    if (known) return known.path;
    this.#requireTurn(projectId);
    const path = this.#make(ctx, version, shape, shelf)
      .then((file) => shelf.keep(file, name))
      .catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === "picture_failed") this.#failed.set(name, error);
        throw error;
      })
      .finally(() => this.#making.delete(name));
    this.#making.set(name, { projectId, path });
    return path;
  }

  async #make(ctx: StorageContext, version: PictureSource, shape: ExactShape, shelf: PictureShelf): Promise<string> {
    if (version.size > MAX_SOURCE_BYTES) {
      throw new ServiceError("picture_failed", "The object has more than 64 MB, too many for a picture to be made of.");
    }
    const { contentType, bytesId } = version;
    const place = await ctx.objects.locate(bytesId, { contentType, disposition: "inline" });
    const target = shelf.unfinished(randomUUID());
    const copy = shelf.unfinished(randomUUID());
    if ("url" in place) await pipeline(await ctx.objects.read(bytesId), createWriteStream(copy, { mode: 0o600 }));
    const source = "url" in place ? copy : place.file;
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

  #requireTurn(projectId: string): void {
    const making = [...this.#making.values()].filter((each) => each.projectId === projectId);
    if (making.length < MAX_AT_ONCE) return;
    const message = "Too many pictures of the project are being made at once.";
    throw new ServiceError("rate_limited", message, { retryAfterSeconds: 1 });
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
