-- A worker looks from endpoint to endpoint for what is due, past the thousands of events that one may have.
CREATE INDEX "webhook_delivery_pending_idx" ON "webhook_delivery" ("endpoint_id", "due_at") WHERE "status" = 'pending';
-- Counts the requests that an endpoint has under way.
CREATE INDEX "webhook_delivery_claimed_idx" ON "webhook_delivery" ("endpoint_id")
  WHERE "status" = 'pending' AND "claimed_at" IS NOT NULL;
