CREATE TABLE stripe_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  object jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now()
);
