-- CreateTable
CREATE TABLE "organisation" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL DEFAULT 'free',
    "host_kind" TEXT NOT NULL DEFAULT 'shared',
    "management_api" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organisation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "management_key" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "database_id" TEXT,
    "read_only" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_address" TEXT,

    CONSTRAINT "management_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "host" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'shared',
    "status" TEXT NOT NULL DEFAULT 'active',
    "provisioner_url" TEXT NOT NULL,
    "public_host" TEXT NOT NULL,
    "public_port" INTEGER NOT NULL,
    "ssl_mode" TEXT,
    "capacity" INTEGER NOT NULL,
    "shares_blocks" BOOLEAN NOT NULL DEFAULT false,
    "server_version_num" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "host_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "database" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "host_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "host_kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'provisioning',
    "failure_reason" TEXT,
    "password" TEXT NOT NULL,
    "parent_database_id" TEXT,
    "parent_name" TEXT,
    "branched_at" TIMESTAMPTZ(3),
    "branch_method" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "database_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operation" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "database_id" TEXT NOT NULL,
    "host_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "step" TEXT NOT NULL DEFAULT 'journalled',
    "result" JSONB,
    "failure_reason" TEXT,
    "idempotency_record_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "operation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_record" (
    "id" TEXT NOT NULL,
    "principal_id" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "body" TEXT,
    "locked_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "address" TEXT,
    "data" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "member_email_idx" ON "member"("email");

-- CreateIndex
CREATE UNIQUE INDEX "member_organisation_id_email_key" ON "member"("organisation_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "management_key_secret_hash_key" ON "management_key"("secret_hash");

-- CreateIndex
CREATE INDEX "management_key_organisation_id_idx" ON "management_key"("organisation_id");

-- CreateIndex
CREATE UNIQUE INDEX "host_name_key" ON "host"("name");

-- CreateIndex
CREATE INDEX "database_organisation_id_created_at_idx" ON "database"("organisation_id", "created_at");

-- CreateIndex
CREATE INDEX "database_parent_database_id_idx" ON "database"("parent_database_id");

-- CreateIndex
CREATE INDEX "database_host_id_idx" ON "database"("host_id");

-- CreateIndex
CREATE UNIQUE INDEX "operation_idempotency_record_id_key" ON "operation"("idempotency_record_id");

-- CreateIndex
CREATE INDEX "operation_status_idx" ON "operation"("status");

-- CreateIndex
CREATE INDEX "operation_database_id_idx" ON "operation"("database_id");

-- CreateIndex
CREATE INDEX "idempotency_record_created_at_idx" ON "idempotency_record"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "idempotency_record_principal_id_route_key_key" ON "idempotency_record"("principal_id", "route", "key");

-- CreateIndex
CREATE INDEX "audit_event_organisation_id_created_at_idx" ON "audit_event"("organisation_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_event_target_id_idx" ON "audit_event"("target_id");

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "management_key" ADD CONSTRAINT "management_key_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "management_key" ADD CONSTRAINT "management_key_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "database" ADD CONSTRAINT "database_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "database" ADD CONSTRAINT "database_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A deleted name is free again, so only databases that are not being deleted hold theirs.
CREATE UNIQUE INDEX "database_name_key" ON "database"("organisation_id", "name") WHERE "status" <> 'deleting';

-- The closed sets of values, which the schema keeps as text.
ALTER TABLE "organisation"
    ADD CONSTRAINT "organisation_plan_check" CHECK ("plan" IN ('free', 'pro', 'team')),
    ADD CONSTRAINT "organisation_host_kind_check" CHECK ("host_kind" IN ('shared', 'dedicated'));

ALTER TABLE "member"
    ADD CONSTRAINT "member_role_check" CHECK ("role" IN ('owner', 'admin', 'developer', 'viewer'));

ALTER TABLE "host"
    ADD CONSTRAINT "host_kind_check" CHECK ("kind" IN ('shared', 'dedicated')),
    ADD CONSTRAINT "host_status_check" CHECK ("status" IN ('active', 'draining'));

ALTER TABLE "database"
    ADD CONSTRAINT "database_status_check" CHECK ("status" IN ('provisioning', 'ready', 'failed', 'deleting')),
    ADD CONSTRAINT "database_host_kind_check" CHECK ("host_kind" IN ('shared', 'dedicated'));

ALTER TABLE "operation"
    ADD CONSTRAINT "operation_kind_check" CHECK ("kind" IN ('create', 'branch', 'rotate', 'delete')),
    ADD CONSTRAINT "operation_status_check" CHECK ("status" IN ('running', 'done', 'failed'));
