-- CreateTable
CREATE TABLE "bucket" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "public_name" TEXT,
    "max_object_bytes" BIGINT,
    "allowed_types" TEXT[],
    "policy" JSONB NOT NULL DEFAULT '[]',
    "cache_seconds" INTEGER NOT NULL DEFAULT 3600,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bucket_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "object" (
    "bucket_id" TEXT NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "version_id" TEXT NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "object_pkey" PRIMARY KEY ("bucket_id","key")
);

-- CreateTable
CREATE TABLE "object_version" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "bytes_id" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "content_type" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'ready',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delete_at" TIMESTAMPTZ(3),

    CONSTRAINT "object_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "object_upload" (
    "id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "bucket_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "content_type" TEXT NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "sha256" BYTEA,
    "is_new_only" BOOLEAN NOT NULL DEFAULT false,
    "created_by_kind" TEXT NOT NULL,
    "created_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "object_upload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project_storage" (
    "project_id" TEXT NOT NULL,
    "used_bytes" BIGINT NOT NULL DEFAULT 0,
    "reserved_bytes" BIGINT NOT NULL DEFAULT 0,
    "object_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "project_storage_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "bucket_public_name_key" ON "bucket"("public_name");

-- CreateIndex
CREATE UNIQUE INDEX "bucket_project_id_name_key" ON "bucket"("project_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "object_version_id_key" ON "object"("version_id");

-- CreateIndex
CREATE INDEX "object_version_project_id_idx" ON "object_version"("project_id");

-- CreateIndex
CREATE INDEX "object_version_bytes_id_idx" ON "object_version"("bytes_id");

-- CreateIndex
CREATE INDEX "object_version_delete_at_idx" ON "object_version"("delete_at") WHERE "delete_at" IS NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "object_upload_version_id_key" ON "object_upload"("version_id");

-- CreateIndex
CREATE INDEX "object_upload_bucket_id_idx" ON "object_upload"("bucket_id");

-- CreateIndex
CREATE INDEX "object_upload_expires_at_idx" ON "object_upload"("expires_at");

-- AddForeignKey
ALTER TABLE "bucket" ADD CONSTRAINT "bucket_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "object" ADD CONSTRAINT "object_bucket_id_fkey" FOREIGN KEY ("bucket_id") REFERENCES "bucket"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "object" ADD CONSTRAINT "object_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "object_version"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "object_version" ADD CONSTRAINT "object_version_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "object_upload" ADD CONSTRAINT "object_upload_bucket_id_fkey" FOREIGN KEY ("bucket_id") REFERENCES "bucket"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_storage" ADD CONSTRAINT "project_storage_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What no verb writes must not come in by another way either.
ALTER TABLE "object_version" ADD CONSTRAINT "object_version_status" CHECK ("status" IN ('ready', 'replaced', 'deleted', 'broken'));
ALTER TABLE "object_version" ADD CONSTRAINT "object_version_size" CHECK ("size" >= 0);
ALTER TABLE "project_storage" ADD CONSTRAINT "project_storage_sums"
    CHECK ("used_bytes" >= 0 AND "reserved_bytes" >= 0 AND "object_count" >= 0);
