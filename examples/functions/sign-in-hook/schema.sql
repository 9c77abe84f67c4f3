CREATE TABLE profiles (
  user_id text PRIMARY KEY,
  name text NOT NULL DEFAULT '',
  named_at timestamptz,
  last_sign_in_at timestamptz
);
