import { linkKinds } from '#kernel/enums.ts'
import type { FarmLink } from '../farm-page/farm-page.server.ts'
import { readLink } from '../farm-page/links.ts'
import { FarmLinks } from './farm-links.tsx'
import { useTyped } from './use-typed.ts'

/** The links as chefs will see them, while they are typed; unsafe ones are left out. */
export default function LinkPreview({ formId, saved }: { formId: string; saved: readonly FarmLink[] }) {
  const typed = useTyped(formId, Object.fromEntries(saved.map(({ kind, url }) => [kind, url])))
  const links = linkKinds.flatMap((kind) => {
    const link = readLink(kind, typed[kind] ?? '')
    return link.ok && link.value ? [{ kind, url: link.value }] : []
  })
  return (
    <section aria-label="料理人の画面での表示" className="grid gap-2">
      <p className="text-sub font-bold text-ink-2">料理人にはこのように表示されます</p>
      {links.length === 0 ? (
        <p className="text-ink-2">まだリンクがありません。</p>
      ) : (
        <FarmLinks links={links} farm="この農園" />
      )}
    </section>
  )
}
