import { Head } from '#ui/head.tsx'

/** 本日の出荷 3件 9個口: the first line of the farmer's day. */
export function LeavingToday({ orders, boxes, compact = false }: { orders: number; boxes: number; compact?: boolean }) {
  const figure = `num ${compact ? 'text-h2' : 'text-[2.5rem]'}`
  return (
    <h1 className={`flex flex-wrap items-baseline gap-x-3 leading-tight ${compact ? 'text-h4 sm:text-h3' : 'text-h2'}`}>
      <Head as="span">本日の出荷</Head>
      {orders > 0 && (
        <span>
          <span className="whitespace-nowrap">
            <span className={figure}>{orders}</span>
            <Head as="span">件</Head>
          </span>{' '}
          <span className="whitespace-nowrap">
            <span className={figure}>{boxes}</span>
            <span className="text-h4 font-bold">個口</span>
          </span>
        </span>
      )}
    </h1>
  )
}
