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
  /** Writes the file `target`. Throws `picture_failed`, `service_unavailable`. */
  make(order: PictureOrder): Promise<void>;
  close(): Promise<void>;
}
