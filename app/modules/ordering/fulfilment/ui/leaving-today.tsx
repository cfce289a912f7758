import { Head } from '#ui/head.tsx'

/** 本日の出荷 3件 9箱: the first line of the farmer's day. */
export function LeavingToday({ orders, boxes }: { orders: number; boxes: number }) {
  return (
    <h1 className="flex flex-wrap items-baseline gap-x-3 text-h2 leading-tight">
      <Head as="span">本日の出荷</Head>
      {orders > 0 && (
        <span className="whitespace-nowrap">
          <span className="num text-[2.5rem]">{orders}</span>
          <Head as="span">件</Head> <span className="num text-[2.5rem]">{boxes}</span>
          <Head as="span">箱</Head>
        </span>
      )}
    </h1>
  )
}
