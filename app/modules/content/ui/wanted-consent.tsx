import { ExternalLink } from 'lucide-react'
import { useId } from 'react'
import { formatDayWithYear } from '#kernel/format.ts'
import { NeedWord } from '#ui/field-frame.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { Link } from '#ui/link.tsx'
import { unagreedText } from '../consent-rule.ts'
import type { WantedConsent } from '../consents.server.ts'
import { pageAddresses } from '../pages.ts'

type Props = { wanted: WantedConsent; id: string; error: string | undefined; ticked: string | undefined }

/** One page to agree to: the version, what is new in it, the full text on a separate page, and the checkbox. */
export function WantedConsentCard({ wanted, id, error, ticked }: Props) {
  const { slug, title, number, effectiveOn, pageVersionId, changes, planned } = wanted
  const headId = useId()
  return (
    <section aria-labelledby={headId} className="card grid grid-cols-1 gap-3 p-4 text-ink sm:p-5">
      <div>
        <h2 id={headId} className="text-h3 font-bold">
          {title}
        </h2>
        <p className="text-sub text-ink-2">
          第{number}版・{formatDayWithYear(effectiveOn)}から
        </p>
      </div>
      {changes.length > 0 && (
        <div className="border-s-4 border-tag ps-3">
          <h3 className="font-bold">変更点</h3>
          <ul className="grid gap-1">
            {changes.map((change) => (
              <li key={change.number}>
                {changes.length > 1 && `第${change.number}版：`}
                {change.changeNote}
              </li>
            ))}
          </ul>
        </div>
      )}
      <FullText slug={slug} number={number} words={`${title}の全文を読む`} />
      {planned && (
        <p className="text-sub">
          {formatDayWithYear(planned.effectiveOn)}から第{planned.number}
          版になります。その日以降については、当日に改めて同意をお願いします。
        </p>
      )}
      <Checkbox
        // a newer version has a new checkbox, which is not ticked
        key={pageVersionId}
        id={id}
        name={slug}
        value={pageVersionId}
        defaultChecked={ticked === pageVersionId}
        label={
          <span className="flex flex-wrap items-center gap-x-2 font-bold">
            {title}に同意します
            <NeedWord need="required" />
          </span>
        }
        mustBeTicked={unagreedText.unticked(title)}
        error={error}
        className="border-t border-line pt-2 [&_.choice]:min-h-13 [&_.choice]:flex-nowrap [&_.choice]:items-center"
      />
    </section>
  )
}

/** In a new window, so that the ticks here are kept. */
const FullText = ({ slug, number, words }: { slug: WantedConsent['slug']; number: number; words: string }) => (
  <Link
    to={`${pageAddresses[slug]}?version=${number}`}
    target="_blank"
    rel="noreferrer"
    className="prose-link flex min-h-13 items-center gap-2 justify-self-start font-bold"
  >
    <ExternalLink aria-hidden="true" size={20} className="shrink-0" />
    <span>
      {words}
      <span className="text-sub font-normal">（新しい画面で開きます）</span>
    </span>
  </Link>
)
