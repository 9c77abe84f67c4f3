/**
 * Snippets that connect in each language. They read the string from `DATABASE_URL`, since a secret belongs in no source
 * file.
 */
export const SNIPPETS = [
  { name: "psql", text: 'psql "$DATABASE_URL"' },
  {
    name: "Node",
    text: `import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const { rows } = await pool.query("select now()");
console.log(rows[0]);
await pool.end();`,
  },
  {
    name: "Prisma",
    text: `import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "./generated/prisma/client";

const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL });
const prisma = new PrismaClient({ adapter });
console.log(await prisma.$queryRaw\`select now()\`);
await prisma.$disconnect();`,
  },
  {
    name: "Drizzle",
    text: `import { drizzle } from "drizzle-orm/node-postgres";

const db = drizzle(process.env.DATABASE_URL!);
const { rows } = await db.execute("select now()");
console.log(rows[0]);
await db.$client.end();`,
  },
  {
    name: "Python",
    text: `import os
import psycopg

with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
    print(connection.execute("select now()").fetchone())`,
  },
  {
    name: "Go",
    text: `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/jackc/pgx/v5/pgxpool"
)

func main() {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	var now string
	if err := pool.QueryRow(ctx, "select now()::text").Scan(&now); err != nil {
		log.Fatal(err)
	}
	fmt.Println(now)
}`,
  },
] as const;
