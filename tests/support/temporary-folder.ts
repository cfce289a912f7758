import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A folder under the system's temporary one that others may enter. mkdtemp closes it to all but
 * us; as root PostgreSQL runs as another user and would put its data elsewhere, where nobody
 * tidies up after the test.
 */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `une-to-sara-${name}-`))
  await chmod(folder, 0o755)
  return folder
}
