import { escapeLiteral } from "pg";
import { Parameters } from "@/lib/sql/tables/filter";

/** Writes the values of a statement into its text, since COPY takes no parameters. */
export class Literals extends Parameters {
  override add(value: string | null): string {
    return value === null ? "NULL" : escapeLiteral(value);
  }
}
