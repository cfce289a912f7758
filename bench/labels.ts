import { mkdir, writeFile } from 'node:fs/promises'
import { carriers, slots } from '../app/kernel/enums.ts'
import { jstDate } from '../app/kernel/jst.ts'
import { customerNumberOf, type Shipment } from '../app/modules/delivery/carrier-files/shipment.ts'
import { labelFile, labelRow } from '../app/modules/delivery/carrier-files/write-labels.ts'
import { machine } from './machine.ts'

/**
 * `npm run bench:labels [-- <parcels>]`: writing the files of the carriers, with long addresses and letters that have to be
 * replaced, and what is told of them; 2,000 parcels by default. Prints Markdown and writes it to bench/results/labels.md.
 */
const [parcels = 2_000] = process.argv.slice(2).map(Number).filter(Number.isSafeInteger)
const runs = 10

const shipments = Array.from({ length: parcels }, (_, index): Shipment => {
  const orderNumber = `261124-${String(index).padStart(5, '0')}-1`
  return {
    customerNumber: customerNumberOf(orderNumber, 1),
    orderNumber,
    at: 1,
    of: 1,
    temperature: (['ambient', 'chilled', 'frozen'] as const)[index % 3] ?? 'ambient',
    sizeClass: 100,
    shipOn: jstDate('2026-11-25'),
    deliveryOn: jstDate('2026-11-26'),
    slot: slots[index % slots.length] ?? 'none',
    to: {
      name: `㈱髙﨑フードサービス${index}`,
      part: '先斗町①号店',
      postalCode: '6048091',
      prefecture: '京都府',
      city: '京都市中京区',
      street: `寺町通御池上る上本能寺前町${index}番地`,
      building: '京都鴨川御池東山グランドパレスタワーレジデンス東館イーストウイング地下二階テナント区画',
      phone: '075-200-0000',
    },
    from: {
      name: '見本農園',
      part: '',
      postalCode: '0600001',
      prefecture: '北海道',
      city: '札幌市中央区',
      street: '北一条西2丁目',
      building: '',
      phone: '011-200-0000',
    },
    goods: ['にんじん', '特別栽培ミニトマト', '有機バジル'],
    customerCode: '011200000000',
    freightCode: '01',
    stated: { chilled: '', frozen: '', evening: '' },
  }
})

const measured = (run: () => number) => {
  const times: number[] = []
  let size = 0
  for (let each = 0; each < runs; each++) {
    const before = performance.now()
    size = run()
    times.push(performance.now() - before)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return { size, first: times[0] ?? 0, median: sorted[Math.floor(runs / 2)] ?? 0, most: sorted.at(-1) ?? 0 }
}

const lines = [
  `## Labels: ${parcels} parcels`,
  '',
  machine(),
  '',
  '| file | kB | first ms | median ms | most ms |',
  '| --- | --: | --: | --: | --: |',
  ...carriers.map((carrier) => {
    const { size, first, median, most } = measured(() => labelFile(carrier, shipments).length)
    return `| ${carrier} | ${Math.round(size / 1000)} | ${first.toFixed(0)} | ${median.toFixed(0)} | ${most.toFixed(0)} |`
  }),
  ...carriers.map((carrier) => {
    const { size, first, median, most } = measured(() =>
      shipments.reduce((sum, shipment) => sum + labelRow(carrier, shipment).notices.length, 0),
    )
    return `| ${carrier}, ${size} notices | | ${first.toFixed(0)} | ${median.toFixed(0)} | ${most.toFixed(0)} |`
  }),
]
process.stdout.write(`${lines.join('\n')}\n`)
await mkdir('bench/results', { recursive: true })
await writeFile('bench/results/labels.md', `${lines.join('\n')}\n`)
