/** What the picture is given. */

export interface TableRef {
  schema: string;
  name: string;
}

export interface PicturedTable extends TableRef {
  columns: { name: string; type: string; isKey: boolean }[];
}

export interface Relationship {
  name: string;
  from: TableRef & { columns: string[] };
  to: TableRef & { columns: string[] };
}

export const idOf = ({ schema, name }: TableRef) => JSON.stringify([schema, name]);

export const nameOf = ({ schema, name }: TableRef) => (schema === "public" ? name : `${schema}.${name}`);
