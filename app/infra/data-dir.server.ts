import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** PostgreSQL protects its own folder and lock, as the user that it runs as. */
const isOfPostgres = (name: string) => name.startsWith('postgres')

/**
 * The folder of what no other user of the machine may read: secrets, photos, documents. Created if missing; from then
 * on this process creates files with 0600 and folders with 0700, and existing ones are tightened (below `files` nothing
 * can be reached any more, so only its own folder is). As root we run the database as another user, who has to pass
 * through (0711) without seeing names.
 */
export async function secureDataDir(folder: string, onNotice: (line: string) => void): Promise<void> {
  await mkdir(folder, { recursive: true })
  process.umask(0o077)
  await tighten(folder, process.getuid?.() === 0 ? 0o711 : 0o700, onNotice)
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (!isOfPostgres(entry.name) && (entry.isFile() || entry.isDirectory()))
      await tighten(join(folder, entry.name), entry.isFile() ? 0o600 : 0o700, onNotice)
}

async function tighten(path: string, most: number, onNotice: (line: string) => void): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & 0o777 & ~most) === 0) return
  await chmod(path, mode & most).catch(() =>
    onNotice(
      `${path} can be read by other users of this machine (${(mode & 0o777).toString(8)}), and is not ours to change.`,
    ),
  )
}
