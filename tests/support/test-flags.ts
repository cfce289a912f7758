/**
 * How PostgreSQL starts for tests, whose data may be lost with the machine. Every database that is made or dropped is a
 * checkpoint, after which whole pages would be written to the log again.
 */
export const testFlags = [
  'fsync=off',
  'full_page_writes=off',
  'autovacuum=off',
  'jit=off',
  'max_connections=300',
].flatMap((setting) => ['-c', setting])
