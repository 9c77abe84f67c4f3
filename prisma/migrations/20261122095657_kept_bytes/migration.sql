-- AlterTable
ALTER TABLE "data_change" ADD COLUMN     "size_bytes" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "restore_point" ADD COLUMN     "kept_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "organisation_kept" (
    "organisation_id" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "organisation_kept_pkey" PRIMARY KEY ("organisation_id")
);

-- AddForeignKey
ALTER TABLE "organisation_kept" ADD CONSTRAINT "organisation_kept_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand
ALTER TABLE "organisation_kept" ADD CONSTRAINT "organisation_kept_bytes" CHECK ("bytes" >= 0);

UPDATE "data_change" SET "size_bytes" = octet_length("rows") WHERE "rows" IS NOT NULL;
UPDATE "restore_point" SET "kept_until" = LEAST("created_at" + interval '7 days', "expires_at")
  WHERE "origin" IN ('before-change', 'before-restore');
INSERT INTO "organisation_kept" ("organisation_id", "bytes")
  SELECT "organisation_id", sum("size_bytes") FROM (
    SELECT "organisation_id", "size_bytes" FROM "data_change"
    UNION ALL
    SELECT "organisation_id", coalesce("size_bytes", 0) FROM "restore_point"
  ) AS "kept" WHERE "organisation_id" IN (SELECT "id" FROM "organisation") GROUP BY "organisation_id";

-- The counter stays locked until the transaction ends, so that two of them cannot both take the last room.
CREATE FUNCTION "add_kept_bytes"("of_organisation" TEXT, "added" BIGINT) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "organisation_kept" AS "kept" ("organisation_id", "bytes")
    SELECT "id", greatest("added", 0) FROM "organisation" WHERE "id" = "of_organisation" AND "added" <> 0
    ON CONFLICT ("organisation_id") DO UPDATE SET "bytes" = "kept"."bytes" + "added"
$$;

CREATE FUNCTION "count_kept_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM "add_kept_bytes"(NEW."organisation_id", coalesce(NEW."size_bytes", 0));
  ELSE
    PERFORM "add_kept_bytes"(NEW."organisation_id", coalesce(NEW."size_bytes", 0) - coalesce(OLD."size_bytes", 0));
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION "release_kept_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "add_kept_bytes"("gone"."organisation_id", -"gone"."bytes") FROM (
    SELECT "organisation_id", sum(coalesce("size_bytes", 0))::bigint AS "bytes" FROM "deleted" GROUP BY "organisation_id"
  ) AS "gone";
  RETURN NULL;
END
$$;

CREATE TRIGGER "count_kept_bytes" AFTER INSERT OR UPDATE OF "size_bytes" ON "data_change"
  FOR EACH ROW EXECUTE FUNCTION "count_kept_bytes"();
CREATE TRIGGER "count_kept_bytes" AFTER INSERT OR UPDATE OF "size_bytes" ON "restore_point"
  FOR EACH ROW EXECUTE FUNCTION "count_kept_bytes"();
CREATE TRIGGER "release_kept_bytes" AFTER DELETE ON "data_change"
  REFERENCING OLD TABLE AS "deleted" FOR EACH STATEMENT EXECUTE FUNCTION "release_kept_bytes"();
CREATE TRIGGER "release_kept_bytes" AFTER DELETE ON "restore_point"
  REFERENCING OLD TABLE AS "deleted" FOR EACH STATEMENT EXECUTE FUNCTION "release_kept_bytes"();
