import type * as wire from "@coppice/storage";
import { expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import type { SignedLinks, SignLinksInput } from "@/lib/services/storage/links/sign";
import type { ObjectPage } from "@/lib/services/storage/objects/list";
import type { StoredObject } from "@/lib/services/storage/objects/resource";
import type { CreatedUpload } from "@/lib/services/storage/uploads/create";
import { PUT_BYTES } from "@/lib/services/storage/uploads/put";
import { SMALL_BYTES } from "@/packages/storage/src/upload";
import type { BegunUpload } from "@/packages/storage/src/wire";

it("the storage package's wire types match the service's schemas", () => {
  expectTypeOf<wire.StoredObject>().toEqualTypeOf<StoredObject>();
  expectTypeOf<wire.ObjectPage>().toEqualTypeOf<z.infer<typeof ObjectPage>>();
  expectTypeOf<wire.SignedLink>().toEqualTypeOf<z.infer<typeof SignedLinks>["urls"][number]>();
  expectTypeOf<wire.SignOptions["transform"]>().toExtend<z.input<typeof SignLinksInput>["transform"]>();
  expectTypeOf<BegunUpload>().toEqualTypeOf<z.infer<typeof CreatedUpload>["upload"]>();
});

it("the storage package sends as much in one request as the service takes", () => {
  expect(SMALL_BYTES).toBe(PUT_BYTES);
});
