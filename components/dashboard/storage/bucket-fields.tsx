"use client";

import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import type { Bucket } from "@/lib/services/storage/buckets/resource";

const MB = 1024 ** 2;

const PICTURES = [
  { value: "off", label: "None" },
  { value: "presets", label: "The bucket's presets" },
  { value: "any", label: "Presets, and any size by signed links" },
];

/** The fields of a bucket, with the values of one that is there. */
export function BucketFields({ bucket }: { bucket?: Bucket }) {
  const max = bucket?.maxObjectBytes ?? null;
  return (
    <>
      <TextInput
        name="name"
        label="Name"
        description="3 to 63 characters: a-z, 0-9 and -"
        placeholder="avatars"
        defaultValue={bucket?.name}
        required
        maxLength={63}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <Checkbox
        name="public"
        label="Public"
        description="Anyone can read its objects, without a key. Listing and changing them stays with you and the policy."
        defaultChecked={bucket?.public}
      />
      <TextInput
        name="maxObjectBytes"
        label="Largest object (MB)"
        description="Empty for the plan's limit"
        defaultValue={max === null ? "" : String(max / MB)}
        maxLength={20}
        inputMode="decimal"
        autoComplete="off"
      />
      <TextInput
        name="allowedTypes"
        label="Allowed types"
        description="With commas between them. Empty for every type"
        placeholder="image/*, application/pdf"
        defaultValue={bucket?.allowedTypes.join(", ")}
        maxLength={4_000}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        name="cacheSeconds"
        label="Cache time (seconds)"
        description="How long browsers may keep a public object"
        defaultValue={String(bucket?.cacheSeconds ?? 3_600)}
        required
        maxLength={20}
        inputMode="numeric"
        autoComplete="off"
      />
      <NativeSelect
        name="transforms"
        label="Pictures"
        description="What images are made into when they're asked for"
        data={PICTURES}
        defaultValue={bucket?.transforms ?? "presets"}
      />
    </>
  );
}
