-- CreateTable
CREATE TABLE "billing_event" (
    "id" TEXT NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "provider_at" TIMESTAMPTZ(3) NOT NULL,
    "body_sha256" BYTEA NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "billing_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "billing_subscription" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "project_id" TEXT,
    "provider_customer_id" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "is_granted" BOOLEAN NOT NULL,
    "cancel_at_period_end" BOOLEAN NOT NULL,
    "current_period_end" TIMESTAMPTZ(3),
    "past_due_since" TIMESTAMPTZ(3),
    "modified_at" TIMESTAMPTZ(3) NOT NULL,
    "rank" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "billing_subscription_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "billing_event_subscription_id_idx" ON "billing_event"("subscription_id");

-- CreateIndex
CREATE INDEX "billing_subscription_organisation_id_idx" ON "billing_subscription"("organisation_id");

-- CreateIndex
CREATE INDEX "billing_subscription_project_id_idx" ON "billing_subscription"("project_id");

-- CreateIndex
CREATE INDEX "billing_subscription_provider_customer_id_idx" ON "billing_subscription"("provider_customer_id");

-- CreateIndex
CREATE INDEX "billing_subscription_status_past_due_since_idx" ON "billing_subscription"("status", "past_due_since");

-- AddForeignKey
ALTER TABLE "billing_subscription" ADD CONSTRAINT "billing_subscription_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "billing_subscription" ADD CONSTRAINT "billing_subscription_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "billing_subscription" ADD CONSTRAINT "billing_subscription_plan" CHECK ("plan" IN ('free', 'pro', 'team'));
