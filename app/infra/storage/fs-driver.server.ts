import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FSDriver } from 'flydrive/drivers/fs'

/**
 * Files in a folder. A file appears completely or not at all, even if the process is killed: it is written under a
 * temporary name and renamed. What is left of an incomplete one ends in `.part`, and the clean-up job removes it.
 */
export class WholeFilesDriver extends FSDriver {
  readonly folder: string

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' })
    this.folder = folder
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const place = join(this.folder, key)
    const unfinished = `${place}.${randomBytes(6).toString('hex')}.part`
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    try {
      await writeFile(unfinished, contents, { mode: 0o600 })
      await rename(unfinished, place)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }
}
