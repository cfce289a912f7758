import { type CsvCell, csvLine, csvStart } from '#kernel/csv.ts'

type CsvFile<Row> = {
  /** Without its extension. */
  name: string
  head: readonly CsvCell[]
  cells: (row: Row) => readonly CsvCell[]
  chunks: AsyncIterable<readonly Row[]>
}

/** A file that is streamed line by line: of any length, with little of it in memory. */
export function csvFile<Row>({ name, head, cells, chunks }: CsvFile<Row>): Response {
  const lines = linesOf(head, cells, chunks)
  const body = new ReadableStream<string>({
    async pull(to) {
      const line = await lines.next()
      if (line.done) to.close()
      else to.enqueue(line.value)
    },
    cancel: () => void lines.return(undefined),
  })
  return new Response(body.pipeThrough(new TextEncoderStream()), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  })
}

async function* linesOf<Row>(
  head: CsvFile<Row>['head'],
  cells: CsvFile<Row>['cells'],
  chunks: CsvFile<Row>['chunks'],
): AsyncGenerator<string> {
  yield csvStart + csvLine(head)
  for await (const rows of chunks) yield rows.map((row) => csvLine(cells(row))).join('')
}
