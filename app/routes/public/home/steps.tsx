import { Check, Search, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Head } from '#ui/head.tsx'
import { CartonLines, Stamp } from '#ui/market.tsx'
import { ProductPicture } from '#ui/picture.tsx'

/** How it works, three steps for each side, each shown with its object. */
export function Steps() {
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
      <Side head={<Head as="h3">飲食店の方は</Head>} category="fruitveg">
        <Step number={1} drawing={<SearchDrawing />} title={<Head as="p">検索</Head>}>
          食材・農園・産地の名前で検索。お届け日でも絞り込めます。
        </Step>
        <Step number={2} drawing={<DayDrawing />} title={<Head as="p">注文する</Head>}>
          複数の農園にも一度に注文。お届け日と送料を事前に確認できます。
        </Step>
        <Step number={3} drawing={<CheckedDrawing />} title={<Head as="p">受け取る</Head>}>
          数量と重量を確認して検収。伝票はここに残ります。
        </Step>
      </Side>
      <Side head={<Head as="h3">生産者の方は</Head>} category="leaf">
        <Step number={1} drawing={<AnswerDrawing />} title={<Head as="p">受注確認</Head>}>
          受注したら、出荷の可否を回答します。
        </Step>
        <Step number={2} drawing={<BoxDrawing />} title={<Head as="p">箱詰め</Head>}>
          飲食店別・品目別に表示。今日の数量が大きく表示されます。
        </Step>
        <Step number={3} drawing={<SentDrawing />} title={<Head as="p">出荷</Head>}>
          送り状番号を入力して完了。飲食店の伝票に番号が表示されます。
        </Step>
      </Side>
    </div>
  )
}

function Side({ head, category, children }: { head: ReactNode; category: string; children: ReactNode }) {
  return (
    <section data-category={category} className="card grid grid-cols-1 content-start">
      <CartonLines category={category} />
      <div className="px-4 pt-4 text-h3 md:px-6 md:pt-5">{head}</div>
      <ol className="grid grid-cols-1">{children}</ol>
    </section>
  )
}

type StepProps = { number: number; drawing: ReactNode; title: ReactNode; children: string }

function Step({ number, drawing, title, children }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 border-t border-line p-4 first:border-t-0 md:px-6 md:py-5">
      <div
        aria-hidden="true"
        className="relative grid h-24 grow basis-30 place-items-center sm:basis-36 overflow-clip rounded-carton bg-sunken px-2 text-[0.8125rem]"
      >
        {drawing}
      </div>
      <div className="min-w-0 grow-999 basis-40">
        <div className="flex items-center gap-2 text-h4">
          <span className="num grid size-8 shrink-0 place-items-center rounded-full border-2 border-pine text-pine">
            {number}
          </span>
          {title}
        </div>
        <p className="mt-1 text-ink-2">{children}</p>
      </div>
    </li>
  )
}

const paper = 'rounded-carton bg-surface shadow-2'

const SearchDrawing = () => (
  <div className="grid w-full gap-1.5">
    <span className="flex items-center gap-2 rounded-full border-[1.5px] border-line-strong bg-surface px-2 py-0.5">
      <Search size={16} className="text-ink-2" />
      トマト
    </span>
    <span className="grid grid-cols-2 gap-1.5">
      <ProductPicture name="tomato" alt="" sizes="80px" className="rounded-carton" />
      <ProductPicture name="mini-tomato" alt="" sizes="80px" className="rounded-carton" />
    </span>
  </div>
)

const DayDrawing = () => (
  <span className={`flex items-center gap-1.5 px-2 py-2 ${paper}`}>
    <Truck className="shrink-0 text-pine" size={20} />
    <span className="grid leading-tight">
      <span>お届け</span>
      <span className="font-bold whitespace-nowrap">
        <span className="num text-h4">24</span>日(火)
      </span>
    </span>
  </span>
)

const CheckedDrawing = () => (
  <>
    <span className={`grid w-22 gap-1.5 px-3 py-3 ${paper}`}>
      {['w-full', 'w-4/5', 'w-11/12', 'w-3/5'].map((width) => (
        <i key={width} className={`h-1.5 rounded-full bg-line ${width}`} />
      ))}
    </span>
    <span className="absolute right-1.5 bottom-1">
      <Stamp word="検収" date="11.24" />
    </span>
  </>
)

const AnswerDrawing = () => (
  <div className="grid w-full gap-2">
    <span className={`flex items-center justify-between px-2 py-1 ${paper}`}>
      <span className="font-bold">大根</span>
      <span className="rounded-tag bg-tag px-2 font-bold text-tag-ink">
        <span className="num text-h4">3</span>箱
      </span>
    </span>
    <span className="flex items-center justify-center gap-2 rounded-control bg-pine px-2 py-1 font-bold text-on-pine">
      <Check size={18} strokeWidth={3} />
      出荷できます
    </span>
  </div>
)

const BoxDrawing = () => (
  <div className="carton w-26">
    <CartonLines category="leaf" />
    <span className="mx-auto mt-2 block h-3 w-10 rounded-full bg-kraft shadow-[inset_0_2px_0_var(--kraft-line)]" />
    <ProductPicture name="daikon" alt="" sizes="128px" className="mt-2 aspect-[5/2]" />
  </div>
)

const SentDrawing = () => (
  <>
    <span className={`grid w-24 gap-2 px-3 py-2 ${paper}`}>
      <Truck className="text-pine" size={30} />
      <span className="num text-caption text-ink-2">1234-5678</span>
    </span>
    <span className="absolute top-2 right-2">
      <Stamp word="出荷" date="11.23" />
    </span>
  </>
)
