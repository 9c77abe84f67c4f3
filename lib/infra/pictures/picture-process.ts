import { setPriority } from "node:os";
import sharp from "sharp";
import workerpool from "workerpool";
import type { PictureOrder } from "../../core/ports/picture-maker";

/** Sign-in on the same machine goes first. */
const NICENESS = 10;
const MAX_PIXELS = 50_000_000;
const [maxMemoryBytes] = process.argv.slice(2).map(Number);
const MEMORY_CHECK_MILLISECONDS = 50;

/** Libvips can read many more formats, by libraries with more flaws than these. */
const LOADERS = ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((name) => `VipsForeignLoad${name}File`);

const EFFORT = { webp: { effort: 3 }, avif: { effort: 2 }, jpeg: { mozjpeg: true }, png: {} } as const;

setPriority(NICENESS);
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: LOADERS });
// The work is done in other threads, so that this one always gets to look.
setInterval(() => {
  if (process.memoryUsage.rss() > Number(maxMemoryBytes)) process.kill(process.pid, "SIGKILL");
}, MEMORY_CHECK_MILLISECONDS);

async function make({ source, target, w, h, fit, format, q }: PictureOrder): Promise<void> {
  const resized = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" })
    .autoOrient()
    .resize({ width: w, height: h, fit, withoutEnlargement: true, background: { r: 0, g: 0, b: 0, alpha: 0 } });
  const drawn = format === "jpeg" ? resized.flatten({ background: "#ffffff" }) : resized;
  await drawn.toFormat(format, { ...EFFORT[format], ...(format !== "png" && { quality: q }) }).toFile(target);
}

workerpool.worker({ make });
