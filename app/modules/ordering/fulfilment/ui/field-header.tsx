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

/** The field in the morning sun: the date, the subject, when to pack. */
export function FieldHeader({ facts, children, line, back }: Props) {
  return (
    <header className="relative isolate overflow-hidden border-b border-line">
      <img
        src={pictureAddress(facts.farm.picture, 640)}
        srcSet={`${pictureAddress(facts.farm.picture, 640)} 640w, ${pictureAddress(facts.farm.picture, 1600)} 1600w`}
        sizes="100vw"
        width={1600}
        height={640}
        alt=""
        className="photo absolute inset-0 -z-20 size-full object-cover object-[58%_40%]"
      />
      <div aria-hidden="true" className="field-mist absolute inset-0 -z-10" />
      <div className="mx-auto grid max-w-5xl gap-1 px-4 pt-3 pb-5">
        {back ? (
          <p>
            <Link to={back.to} className="-ms-2 inline-flex min-h-(--target) items-center gap-1 px-2 font-bold">
              <ArrowLeft aria-hidden="true" />
              {back.word}
            </Link>
          </p>
        ) : (
          <p className="flex min-h-(--target) flex-wrap items-center justify-between gap-x-3">
            <Today facts={facts} />
            <span className="flex items-center gap-2">
              <LazyBell unread={facts.farm.notifications} className="rounded-full border-2 border-ink bg-surface" />
              <Link
                to="/restaurant/Inquiry"
                className="inline-flex min-h-(--target) items-center gap-2 rounded-full border-2 border-ink bg-surface px-4 font-bold"
              >
                <MessageCircleQuestion aria-hidden="true" />
                お問い合わせ
              </Link>
            </span>
          </p>
        )}
        {children}
        {line !== null && <p className="font-bold">{line ?? <Greeting facts={facts} />}</p>}
      </div>
    </header>
  )
}

function Today({ facts: { today, holiday } }: { facts: FieldFacts }) {
  return (
    <time dateTime={today} className="text-lead font-bold whitespace-nowrap">
      <span className="num text-h3">{Number(today.slice(5, 7))}</span>月
      <span className="num text-h3">{Number(today.slice(8, 10))}</span>日({weekdayWord(today)}
      {holiday && '・祝'})
    </time>
  )
}

function Greeting({ facts: { minute, farm } }: { facts: FieldFacts }) {
  return (
    <>
      {minute < 4 * 60 || minute >= 18 * 60 ? 'こんばんは' : minute < 11 * 60 ? 'おはようございます' : 'こんにちは'}。
      <span className="whitespace-nowrap">
        箱詰めは <span className="num text-h4">{formatMinute(farm.packingMinute)}</span>
      </span>
    </>
  )
}
