/** Sides are in pixels. */
export interface PictureOrder {
  /** A path, as the target is. */
  source: string;
  target: string;
  w: number | undefined;
  h: number | undefined;
  fit: "cover" | "contain" | "inside";
  format: "webp" | "avif" | "jpeg" | "png";
  q: number;
}

/** Makes pictures of files that customers stored, which may be made to harm who reads them. */
export interface PictureMaker {
  /** The number of pictures made at the same time; further ones wait in the caller's queue. */
  readonly atOnce: number;
  /** Writes the file `target`. Throws `picture_failed`. */
  make(order: PictureOrder): Promise<void>;
  close(): Promise<void>;
}
