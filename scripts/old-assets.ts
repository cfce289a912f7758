import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const keptForMs = 30 * 24 * 3600 * 1000

type Places = { assets: string; aside: string; list: string }
/** By name, when a newer release replaced it. */
type Since = Record<string, number>

/**
 * Where the assets are, where they are moved while the build empties that folder, and since when each is old (ms since
 * 1970).
 */
const usual: Places = { assets: 'build/client/assets', aside: 'build/.assets-before', list: 'build/.old-assets.json' }

/**
 * An open page still requests the files of the release it came from. So the assets of the previous releases are moved
 * aside before a build. What a failed build had moved aside is still there, and stays.
 */
export function putAside({ assets, aside }: Omit<Places, 'list'> = usual): void {
  if (!existsSync(assets)) return
  if (!existsSync(aside)) renameSync(assets, aside)
  else cpSync(assets, aside, { recursive: true })
}

/** Restores what the new release does not have itself and what was replaced less than 30 days ago. */
export function putBack(nowMs: number, { assets, aside, list }: Places = usual): void {
  const since: Since = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
  const kept: Since = {}
  mkdirSync(assets, { recursive: true })
  for (const name of existsSync(aside) ? readdirSync(aside) : []) {
    if (existsSync(join(assets, name))) continue
    const replacedAt = since[name] ?? nowMs
    if (nowMs - replacedAt >= keptForMs) continue
    renameSync(join(aside, name), join(assets, name))
    kept[name] = replacedAt
  }
  rmSync(aside, { recursive: true, force: true })
  writeFileSync(list, `${JSON.stringify(kept, null, 1)}\n`)
}
