import type { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { PictureShape, type PresetReference, type Presets, type Transforms } from "./shape";

interface Offers {
  transforms: string;
  presets: unknown;
}

type Requested = z.output<typeof PresetReference> | PictureShape;

/** Returns the shape that a caller asks for, as far as the bucket makes such pictures. Throws `invalid_request`. */
export function requestedShape(bucket: Offers, requested: Requested): PictureShape {
  const transforms = bucket.transforms as Transforms;
  if (transforms === "off") throw refused("The bucket makes no pictures: its `transforms` is `off`.");
  if (!("preset" in requested)) {
    if (transforms === "any") return requested;
    throw refused("The bucket makes pictures of its presets only. Ask for one by `preset`.");
  }
  const presets = bucket.presets as Presets;
  const names = Object.keys(presets);
  if (names.includes(requested.preset)) return PictureShape.parse(presets[requested.preset]);
  throw refused(`The bucket has no preset "${requested.preset}", but ${names.join(", ") || "none at all"}.`);
}

function refused(message: string): ServiceError {
  return new ServiceError("invalid_request", message);
}
