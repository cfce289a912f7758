import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const keptForMs = 30 * 24 * 3600 * 1000

type Places = { assets: string; aside: string; list: string }
/** By name, when a newer release replaced it. */
type Since = Record<string, number>

/**
 * In a repository: where the assets are, where they are moved while the build empties its whole folder, and since when each
 * is old (ms since 1970).
 */
export const placesIn = (root: string): Places => ({
  assets: join(root, 'build/client/assets'),
  aside: join(root, '.cache/old-assets'),
  list: join(root, '.cache/old-assets.json'),
})

/**
 * An open page still requests the files of the release it came from. So the assets of the previous releases are moved
 * aside before a build. What a failed build had moved aside is still there, and stays.
 */
export function putAside({ assets, aside }: Omit<Places, 'list'>): void {
  if (!existsSync(assets)) return
  mkdirSync(dirname(aside), { recursive: true })
  if (!existsSync(aside)) renameSync(assets, aside)
  else cpSync(assets, aside, { recursive: true })
}

/** A file that was compressed beside it, or half of one, is of the same release. */
const uncompressed = (name: string) => name.replace(/\.(br|gz)(\.part)?$/, '')

/** Restores what the new release does not have itself and what was replaced less than 30 days ago. */
export function putBack(nowMs: number, { assets, aside, list }: Places): void {
  const since: Since = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
  const kept: Since = {}
  mkdirSync(assets, { recursive: true })
  const fresh = new Set(readdirSync(assets))
  for (const name of existsSync(aside) ? readdirSync(aside) : []) {
    if (fresh.has(uncompressed(name)) || name.endsWith('.part')) continue
    const replacedAt = since[name] ?? nowMs
    if (nowMs - replacedAt >= keptForMs) continue
    renameSync(join(aside, name), join(assets, name))
    kept[name] = replacedAt
  }
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(dirname(list), { recursive: true })
  writeFileSync(list, `${JSON.stringify(kept, null, 1)}\n`)
}
