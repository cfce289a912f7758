import { ArrowLeft, MessageCircleQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMinute, weekdayWord } from '#kernel/format.ts'
import type { JstDate, MinuteOfDay } from '#kernel/jst.ts'
import { pictureAddress } from '#kernel/picture-name.ts'
import { LazyBell } from '#modules/notifications/ui/lazy-bell.tsx'
import { Link } from '#ui/link.tsx'
import '#styles/kit/field-mist.css'

type FieldFacts = {
  farm: { name: string; picture: string; packingMinute: number; notifications: number }
  today: JstDate
  holiday: string | null
  minute: MinuteOfDay
}

/** `line` is below the title; without it the farmer is greeted, null leaves it out. */
type Props = { facts: FieldFacts; children: ReactNode; line?: ReactNode; back?: { to: string; word: string } }

/** The same in one row, in place of the tall picture, where the work of the page begins above the fold: the subject, the date, when to pack. */
export function CompactFieldHeader({ facts, children }: Pick<Props, 'facts' | 'children'>) {
  return (
    <header className="relative isolate overflow-hidden border-b border-line">
      <Field picture={facts.farm.picture} />
      <div className="mx-auto flex max-w-[90rem] flex-wrap items-center justify-between gap-x-3 px-4 py-2 lg:px-8">
        <div className="min-w-0 grow basis-40">
          {children}
          <p className="text-sub font-bold max-[22rem]:hidden">
            <Today facts={facts} /> <PackingTime farm={facts.farm} />
          </p>
        </div>
        <HeaderLinks notifications={facts.farm.notifications} compact />
      </div>
    </header>
  )
}

/** The field in the morning sun: the date, the subject, when to pack. */
export function FieldHeader({ facts, children, line, back }: Props) {
  return (
    <header className="relative isolate overflow-hidden border-b border-line">
      <Field picture={facts.farm.picture} />
      <div className="mx-auto grid max-w-[90rem] gap-1 px-4 pt-3 pb-5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:px-8 lg:pb-4">
        {back ? (
          // a PC has the menu at its side
          <p className={back.to === '/farmer/menu' ? 'lg:hidden' : 'lg:col-span-full'}>
            <Link to={back.to} className="-ms-2 inline-flex min-h-(--target) items-center gap-1 px-2 font-bold">
              <ArrowLeft aria-hidden="true" />
              {back.word}
            </Link>
          </p>
        ) : (
          <p className="flex min-h-(--target) flex-wrap items-center justify-between gap-x-3 text-lead font-bold lg:contents">
            <Today facts={facts} large />
            <HeaderLinks notifications={facts.farm.notifications} />
          </p>
        )}
        {children}
        {line !== null && <p className="font-bold">{line ?? <Greeting facts={facts} />}</p>}
      </div>
    </header>
  )
}

const Field = ({ picture }: { picture: string }) => (
  <>
    <img
      src={pictureAddress(picture, 640)}
      srcSet={`${pictureAddress(picture, 640)} 640w, ${pictureAddress(picture, 1600)} 1600w`}
      // behind the mist and the words the small one is enough on a phone
      sizes="(max-width: 47.99rem) 13rem, 100vw"
      width={1600}
      height={640}
      alt=""
      className="photo absolute inset-0 -z-20 size-full object-cover object-[58%_40%]"
      fetchPriority="high"
    />
    <div aria-hidden="true" className="field-mist absolute inset-0 -z-10" />
  </>
)

function HeaderLinks({ notifications, compact = false }: { notifications: number; compact?: boolean }) {
  return (
    <span className="flex shrink-0 items-center gap-2 lg:col-start-2 lg:row-span-3 lg:row-start-1">
      <LazyBell unread={notifications} className="rounded-full border-2 border-ink bg-surface" />
      <Link
        to="/restaurant/Inquiry"
        className={`inline-flex min-h-(--target) items-center gap-2 rounded-full border-2 border-ink bg-surface px-4 font-bold max-sm:size-(--target) max-sm:justify-center max-sm:px-0 ${compact ? 'max-[22rem]:hidden' : ''}`}
      >
        <MessageCircleQuestion aria-hidden="true" />
        <span className="max-sm:sr-only">お問い合わせ</span>
      </Link>
    </span>
  )
}

function Today({ facts: { today, holiday }, large = false }: { facts: FieldFacts; large?: boolean }) {
  const figure = `num ${large ? 'text-h3' : ''}`
  return (
    <time dateTime={today}>
      <span className={figure}>{Number(today.slice(5, 7))}</span>月
      <span className={figure}>{Number(today.slice(8, 10))}</span>日<wbr />
      <span className="whitespace-nowrap">
        ({weekdayWord(today)}
        {holiday && '・祝'})
      </span>
    </time>
  )
}

function Greeting({ facts: { minute, farm } }: { facts: FieldFacts }) {
  return (
    <>
      {minute < 4 * 60 || minute >= 18 * 60 ? 'こんばんは' : minute < 11 * 60 ? 'おはようございます' : 'こんにちは'}。
      <PackingTime farm={farm} className="text-h4" />
    </>
  )
}

const PackingTime = ({ farm, className = '' }: Pick<FieldFacts, 'farm'> & { className?: string }) => (
  <span className="whitespace-nowrap">
    箱詰めは <span className={`num ${className}`}>{formatMinute(farm.packingMinute)}</span>
  </span>
)
