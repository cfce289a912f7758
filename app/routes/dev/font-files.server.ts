import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { formatNumber } from '#kernel/format.ts'
import type { Check } from '#modules/admin/check-installation.server.ts'

const files = ['seed-num.woff2', 'seed-heading.woff2', 'OFL.txt']

/** Whether the two fonts, and the licence that has to accompany them, are where browsers fetch them. */
export async function checkFontFiles(clientFolder: string): Promise<Check> {
  const sizes = await Promise.all(files.map((file) => sizeOf(join(clientFolder, 'fonts', file))))
  const missing = files.filter((_, i) => !sizes[i])
  const kB = Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000)
  return {
    name: '書体',
    ok: missing.length === 0,
    fact:
      missing.length === 0 ? `${files.length}つそろっています・${formatNumber(kB)}kB` : `ない：${missing.join('、')}`,
    ...(missing.length > 0 && { advice: 'node scripts/fonts.ts で作り、組み立て直してください。' }),
  }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )
