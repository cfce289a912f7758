import { ExternalLink } from 'lucide-react'
import type { FarmLink } from '../farm-page/farm-page.server.ts'
import { linkWord } from '../farm-page/links.ts'

/** The farm's other sites: https only, in a new tab, without referrer or opener. */
export const FarmLinks = ({ links, farm }: { links: readonly FarmLink[]; farm: string }) =>
  links.length === 0 ? null : (
    <ul aria-label={`${farm}のリンク`} className="flex flex-wrap gap-2">
      {links.map(({ kind, url }) => (
        <li key={kind}>
          <a
            href={url}
            target="_blank"
            rel="noopener nofollow ugc"
            referrerPolicy="no-referrer"
            className="inline-flex min-h-(--target) items-center gap-2 rounded-full border-2 border-line-strong px-4 font-bold hover:bg-pine-tint"
          >
            {linkWord[kind]}
            <ExternalLink aria-hidden="true" size={18} />
            <span className="visually-hidden">（新しいタブ）</span>
          </a>
        </li>
      ))}
    </ul>
  )
