// The statements that a connection of SQLite keeps prepared, by their text: it hides how many there
// are, and that a statement serves one query at a time.
import type { DatabaseSync, StatementSync } from 'node:sqlite';

interface Prepared {
  take(sql: string): StatementSync;
  giveBack(sql: string, statement: StatementSync): void;
}

export function preparedBy(database: DatabaseSync, maxTexts: number): Prepared {
  // Those that nobody is using; the text used last stands last.
  const idle = new Map<string, StatementSync>();
  return {
    take: (sql) => {
      const known = idle.get(sql);
      if (known !== undefined) {
        idle.delete(sql);
        return known;
      }
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      return statement;
    },
    giveBack: (sql, statement) => {
      idle.delete(sql);
      idle.set(sql, statement);
      if (idle.size <= maxTexts) return;
      for (const oldest of idle.keys()) {
        idle.delete(oldest);
        return;
      }
    },
  };
}
