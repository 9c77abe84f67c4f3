import type { Role } from "@/lib/core/access/permissions";

/**
 * The organisation that `demo seed` makes, a shop that sells books. Addresses end in `.example`, which no mail reaches
 * (RFC 2606).
 */
export const ORGANISATION = "Harbour Books";

export const MEMBERS: readonly { email: string; name: string; role: Role }[] = [
  { email: "mira@harbourbooks.example", name: "Mira Lindqvist", role: "owner" },
  { email: "jonas@harbourbooks.example", name: "Jonas Weber", role: "admin" },
  { email: "amara@harbourbooks.example", name: "Amara Okafor", role: "developer" },
  { email: "tomas@harbourbooks.example", name: "Tomas Novak", role: "developer" },
  { email: "yuki@harbourbooks.example", name: "Yuki Sato", role: "viewer" },
];

export const INVITATIONS: readonly { email: string; role: Role }[] = [
  { email: "lena@harbourbooks.example", role: "developer" },
  { email: "accounts@harbourbooks.example", role: "viewer" },
];

export const KEYS = [
  { name: "Storefront", database: "shop", readOnly: false, days: null },
  { name: "Nightly report", database: "analytics", readOnly: true, days: 90 },
  { name: "Deployments", database: null, readOnly: false, days: 365 },
] as const;

/** The branches, parents first. */
export const BRANCHES = [
  { name: "shop-staging", of: "shop" },
  { name: "shop-new-prices", of: "shop-staging" },
  { name: "analytics-rework", of: "analytics" },
] as const;

/** The databases. Each text is one statement, which leaves existing objects alone. */
export const DATABASES: readonly { name: string; statements: readonly string[] }[] = [
  {
    name: "shop",
    statements: [
      `CREATE TABLE IF NOT EXISTS customers (
         id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         email text NOT NULL UNIQUE,
         name text NOT NULL,
         country char(2) NOT NULL,
         created_at timestamptz NOT NULL DEFAULT now())`,
      `CREATE TABLE IF NOT EXISTS books (
         id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         title text NOT NULL UNIQUE,
         author text NOT NULL,
         price numeric(8,2) NOT NULL CHECK (price >= 0),
         stock integer NOT NULL DEFAULT 0,
         tags text[] NOT NULL DEFAULT '{}')`,
      `CREATE TABLE IF NOT EXISTS orders (
         id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         customer_id bigint NOT NULL REFERENCES customers,
         status text NOT NULL CHECK (status IN ('paid', 'packed', 'sent', 'returned')),
         note text,
         placed_at timestamptz NOT NULL)`,
      `CREATE TABLE IF NOT EXISTS order_lines (
         order_id bigint NOT NULL REFERENCES orders ON DELETE CASCADE,
         book_id bigint NOT NULL REFERENCES books,
         quantity integer NOT NULL CHECK (quantity > 0),
         PRIMARY KEY (order_id, book_id))`,
      "CREATE INDEX IF NOT EXISTS orders_customer ON orders (customer_id)",
      `INSERT INTO customers (email, name, country, created_at)
       SELECT lower(first) || '.' || lower(last) || n || '@mail.example', first || ' ' || last,
         (ARRAY['DE','FR','GB','JP','NL','US'])[1 + n % 6], timestamptz '2026-01-05 08:00+00' + n * interval '7 hours'
       FROM generate_series(1, 480) n,
         LATERAL (SELECT (ARRAY['Ana','Ben','Chiara','David','Elif','Farid','Grace','Hugo'])[1 + n % 8] AS first,
           (ARRAY['Novak','Okafor','Rossi','Sato','Weber'])[1 + n % 5] AS last) names
       ON CONFLICT (email) DO NOTHING`,
      `INSERT INTO books (title, author, price, stock, tags) VALUES
         ('The Tide Tables', 'R. Marlow', 18.50, 42, '{fiction}'),
         ('A Field Guide to Harbours', 'L. Brandt', 32.00, 7, '{travel,reference}'),
         ('Notes on Rope', 'S. Ito', 12.90, 120, '{craft}'),
         ('Salt and Slate', 'M. Deane', 16.00, 0, '{poetry}'),
         ('The Lamp Keeper', 'E. Fournier', 21.75, 65, '{fiction}'),
         ('Charts of the Inner Sea', 'P. Albrecht', 54.00, 11, '{reference}'),
         ('Forty Knots', 'S. Ito', 14.20, 88, '{craft}'),
         ('Winter Moorings', 'R. Marlow', 19.90, 23, '{fiction}')
       ON CONFLICT (title) DO NOTHING`,
      `INSERT INTO orders (customer_id, status, note, placed_at)
       SELECT customers.id,
         CASE WHEN n > 2960 THEN 'paid' WHEN n > 2900 THEN 'packed' WHEN n % 23 = 0 THEN 'returned' ELSE 'sent' END,
         CASE WHEN n % 9 = 4 THEN 'Please wrap it' WHEN n % 31 = 7 THEN 'Leave it with the neighbour' END,
         timestamptz '2026-02-01 09:30+00' + n * interval '83 minutes'
       FROM generate_series(1, 3000) n
       JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM customers) customers
         ON place = 1 + (n * 131 + n / 7) % 480
       WHERE NOT EXISTS (SELECT FROM orders)
       ORDER BY n`,
      `INSERT INTO order_lines (order_id, book_id, quantity)
       SELECT orders.id, books.id, 1 + (orders.id + books.id) % 3
       FROM orders JOIN books ON (orders.id + books.id) % 4 = 0
       ON CONFLICT DO NOTHING`,
      "ANALYZE",
    ],
  },
  {
    name: "analytics",
    statements: [
      `CREATE TABLE IF NOT EXISTS page_views (
         id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         path text NOT NULL,
         referrer text,
         duration_ms integer NOT NULL,
         seen_at timestamptz NOT NULL)`,
      `INSERT INTO page_views (path, referrer, duration_ms, seen_at)
       SELECT (ARRAY['/','/books','/books/notes-on-rope','/cart','/checkout'])[1 + n % 5],
         CASE WHEN n % 3 = 0 THEN 'https://search.example' END, 40 + (n * 37) % 900,
         timestamptz '2026-03-01 00:00+00' + n * interval '97 seconds'
       FROM generate_series(1, 20000) n
       WHERE NOT EXISTS (SELECT FROM page_views)`,
      "CREATE INDEX IF NOT EXISTS page_views_seen_at ON page_views (seen_at)",
      `CREATE OR REPLACE VIEW views_by_day AS
         SELECT seen_at::date AS day, path, count(*) AS views FROM page_views GROUP BY 1, 2`,
      "ANALYZE",
    ],
  },
  {
    name: "newsletter",
    statements: [
      `CREATE TABLE IF NOT EXISTS subscribers (
         email text PRIMARY KEY,
         confirmed_at timestamptz,
         topics jsonb NOT NULL DEFAULT '[]')`,
      `INSERT INTO subscribers (email, confirmed_at, topics)
       SELECT 'reader' || n || '@mail.example', CASE WHEN n % 4 > 0 THEN timestamptz '2026-02-10 10:00+00' + n * interval '1 hour' END,
         CASE WHEN n % 2 = 0 THEN '["new books"]'::jsonb ELSE '["new books", "readings"]'::jsonb END
       FROM generate_series(1, 250) n
       ON CONFLICT DO NOTHING`,
      "ANALYZE",
    ],
  },
];

export const RESTORE_POINTS = [
  { database: "shop", name: "Before the new prices" },
  { database: "analytics", name: "Before the rework" },
] as const;

export const SCHEDULES = [{ database: "shop", schedule: "daily" }] as const;

export const SAVED_QUERIES = [
  {
    name: "Revenue by month",
    text: `SELECT date_trunc('month', placed_at)::date AS month, sum(quantity * price) AS revenue
FROM orders
JOIN order_lines ON order_lines.order_id = orders.id
JOIN books ON books.id = order_lines.book_id
WHERE status <> 'returned'
GROUP BY month ORDER BY month`,
  },
  {
    name: "Almost sold out",
    text: `SELECT title, author, stock FROM books WHERE stock < 15 ORDER BY stock`,
  },
  {
    name: "Customers without an order",
    text: `SELECT customers.email FROM customers
LEFT JOIN orders ON orders.customer_id = customers.id
WHERE orders.id IS NULL`,
  },
] as const;

/** The database with the history and the saved queries. */
export const MAIN_DATABASE = "shop";

/** The statements that the developers ran in the SQL editor; the third fails. */
export const STATEMENTS = [
  `SELECT status, count(*) FROM orders GROUP BY status ORDER BY 2 DESC`,
  `SELECT title, sum(quantity) AS sold
FROM order_lines JOIN books ON books.id = book_id
GROUP BY title ORDER BY sold DESC LIMIT 5`,
  `SELECT * FROM order`,
  `UPDATE books SET stock = stock + 40 WHERE title = 'Salt and Slate'`,
  `SELECT country, count(*) FROM customers GROUP BY country ORDER BY country`,
] as const;
