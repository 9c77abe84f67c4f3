import { z } from "zod";

const MAX_SIDE = 4_096;
const DEFAULT_QUALITY = 80;
const MAX_PRESETS = 20;

const FITS = ["cover", "contain", "inside"] as const;
const FORMATS = ["auto", "webp", "avif", "jpeg", "png"] as const;

const Side = z.coerce.number().int().min(1).max(MAX_SIDE);

const SHAPE_FIELDS = {
  w: Side.optional().meta({ description: "The width in pixels, 1 to 4096.", example: 400 }),
  h: Side.optional().meta({ description: "The height in pixels, 1 to 4096.", example: 300 }),
  fit: z.enum(FITS).default("inside").meta({
    description:
      "`cover` fills width and height and cuts the rest, `contain` fills the rest with nothing, `inside` keeps the proportions.",
    example: "cover",
  }),
  format: z.enum(FORMATS).default("auto").meta({
    description: "`auto` is WebP for browsers that read it, and the picture's own format for others.",
    example: "auto",
  }),
  q: z.coerce.number().int().min(1).max(100).default(DEFAULT_QUALITY).meta({
    description: "The quality, 1 to 100. PNG has none.",
    example: 80,
  }),
};

/** The shape into which a picture is made. A picture is never made larger than it is. */
export const PictureShape = z.strictObject(SHAPE_FIELDS).meta({ id: "PictureShape", example: { w: 400, h: 300 } });
export type PictureShape = z.output<typeof PictureShape>;

const PresetName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, "must be 1 to 32 lower-case letters, digits and hyphens");

export const PresetReference = z.strictObject({
  preset: PresetName.meta({ description: "One of the bucket's presets.", example: "thumbnail" }),
});

export const Presets = z
  .record(PresetName, PictureShape)
  .refine((presets) => Object.keys(presets).length <= MAX_PRESETS, { message: `must be at most ${MAX_PRESETS}` })
  .meta({ example: { thumbnail: { w: 160, h: 160, fit: "cover", format: "auto", q: 80 } } });
export type Presets = z.output<typeof Presets>;

/** The presets of a bucket whose owner names none. */
export const DEFAULT_PRESETS: Presets = Object.fromEntries(
  Object.entries({
    thumbnail: { w: 160, h: 160, fit: "cover" },
    small: { w: 320 },
    medium: { w: 640 },
    large: { w: 1_280 },
    huge: { w: 1_920 },
  } satisfies Record<string, z.input<typeof PictureShape>>).map(([name, shape]) => [name, PictureShape.parse(shape)]),
);

/** Which pictures a bucket makes. Own sizes are for signed links only, so that strangers can't ask for thousands. */
export const TRANSFORMS = ["off", "presets", "any"] as const;
export type Transforms = (typeof TRANSFORMS)[number];

/** Returns a shape as it stands in a link, such as `w400-h300-cover-auto-q80`. */
export function shapeText({ w, h, fit, format, q }: PictureShape): string {
  return [w && `w${w}`, h && `h${h}`, fit, format, `q${q}`].filter(Boolean).join("-");
}

const TEXT = /^(?:w(?<w>\d+)-)?(?:h(?<h>\d+)-)?(?<fit>[a-z]+)-(?<format>[a-z]+)-q(?<q>\d+)$/;

/** Reads the output of `shapeText`. */
export function parseShape(text: string): PictureShape | null {
  const parsed = PictureShape.safeParse({ ...TEXT.exec(text)?.groups });
  return parsed.success && shapeText(parsed.data) === text ? parsed.data : null;
}
