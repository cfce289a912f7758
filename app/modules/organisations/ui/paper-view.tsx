import { Download, ExternalLink, FileText, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { fileSizeText } from '#kernel/file-rule.ts'
import type { JstDate } from '#kernel/jst.ts'
import { Badge } from '#ui/badge.tsx'
import { useHydrated } from '#ui/browser-state.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { expiryStage, expiryText } from '../approval/checks.ts'
import { type DocumentFacts, documentKindWord } from '../documents/document.ts'

type Props = { document: DocumentFacts; today: JstDate; replaced?: boolean; tall?: boolean }

const steps = [1, 1.5, 2, 3, 4] as const

/** A document view: zoom, turn, or open in a separate window. A PDF is only downloadable. */
export function PaperView({ document, today, replaced = false, tall = false }: Props) {
  const [step, setStep] = useState(0)
  const [quarters, setQuarters] = useState(0)
  const hydrated = useHydrated()
  const to = `/admin/documents/${document.id}`
  const isPicture = document.mediaType === 'image/webp'
  const name = `${documentKindWord[document.kind]}（${document.fileName}）`
  return (
    <figure className="grid grid-cols-1 content-start gap-1 rounded-control border border-line bg-raised p-2">
      <figcaption className="grid gap-0.5">
        <b>{documentKindWord[document.kind]}</b>
        <span className="truncate text-caption text-ink-2">
          {document.fileName}・{fileSizeText(document.byteCount)}
        </span>
        <PaperMarks document={document} today={today} replaced={replaced} />
      </figcaption>
      {isPicture ? (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={name}
          className={`overflow-auto rounded-control bg-sunken ${tall ? 'h-[58dvh]' : 'h-44'}`}
        >
          <div className="grid min-h-full place-items-center" style={{ width: `${(steps[step] ?? 1) * 100}%` }}>
            <img
              src={to}
              alt={name}
              className="w-full object-contain"
              style={{ rotate: `${quarters * 90}deg`, ...(quarters % 2 === 1 && { aspectRatio: '1' }) }}
            />
          </div>
        </section>
      ) : (
        <a
          href={to}
          className={`grid place-content-center justify-items-center gap-2 rounded-control bg-sunken text-center font-bold text-ai ${tall ? 'h-[58dvh]' : 'h-44'}`}
        >
          <FileText aria-hidden="true" size={40} />
          PDFを保存して開く
        </a>
      )}
      <div className="flex flex-wrap gap-1">
        {isPicture && hydrated && (
          <>
            <IconButton
              label={`拡大：${name}`}
              aria-disabled={step === steps.length - 1}
              onClick={() => setStep(Math.min(steps.length - 1, step + 1))}
            >
              <ZoomIn aria-hidden="true" />
            </IconButton>
            <IconButton
              label={`縮小：${name}`}
              aria-disabled={step === 0}
              onClick={() => setStep(Math.max(0, step - 1))}
            >
              <ZoomOut aria-hidden="true" />
            </IconButton>
            <IconButton label={`右に回転：${name}`} onClick={() => setQuarters(quarters + 1)}>
              <RotateCw aria-hidden="true" />
            </IconButton>
          </>
        )}
        <a
          href={to}
          {...(isPicture && { target: '_blank', rel: 'noreferrer' })}
          className="ms-auto inline-flex min-h-11 items-center gap-1 px-2 text-sub font-bold text-ai underline"
        >
          {isPicture ? <ExternalLink aria-hidden="true" size={18} /> : <Download aria-hidden="true" size={18} />}
          開く<span className="visually-hidden">：{name}</span>
        </a>
      </div>
    </figure>
  )
}

/** That a newer one has taken its place; otherwise whether it was checked, and until when it is valid: the mark becomes more prominent 60, 30 and 7 days before. */
function PaperMarks({ document, today, replaced }: Required<Pick<Props, 'document' | 'today' | 'replaced'>>) {
  if (replaced) return <Badge tone="line">差し替え済み</Badge>

  const stage = document.expiresOn && expiryStage(document.expiresOn, today)
  const tone = stage === 'past' || stage === 7 ? 'akane' : stage === 30 ? 'kaki' : stage === 60 ? 'tag' : 'line'
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={document.checkedAt ? 'matcha' : 'line'}>{document.checkedAt ? '確認済み' : '未確認'}</Badge>
      {document.expiresOn && <Badge tone={tone}>{expiryText(document.expiresOn, today)}</Badge>}
    </span>
  )
}
