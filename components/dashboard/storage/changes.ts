import type { FormAction } from "@/components/ui/form-action";
import type { Form } from "@/lib/web/forms/resource";
import type { Outcome } from "@/lib/web/resource";

type Submitted<Value> = Parameters<FormAction<Value>>;

/** The actions on a bucket of a member who may change storage. */
export interface BucketChanges {
  /** The form that changes it, without its values. */
  form: Form;
  update: (bucketId: string, ...form: Submitted<void>) => Promise<Outcome<void>>;
  remove: (bucketId: string, ...form: Submitted<unknown>) => Promise<Outcome<unknown>>;
}

type Renamed = Promise<Outcome<{ key: string }>>;

/** The actions of such a member on the objects of a bucket. */
export interface ObjectChanges {
  /** The form that asks for another key. */
  renameForm: Form;
  move: (from: string, ...form: Submitted<{ key: string }>) => Renamed;
  copy: (from: string, ...form: Submitted<{ key: string }>) => Renamed;
  remove: (input: { keys: readonly string[] }) => Promise<Outcome<{ deleted: number }>>;
  removeFolder: (prefix: string) => Promise<Outcome<{ deleted: number; done: boolean }>>;
}
