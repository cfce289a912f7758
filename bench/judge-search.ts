import { RunningApp } from '../tests/support/running-app.ts'
import { judge, judged } from './search-judge.ts'

/**
 * `npm run judge:search`: every spelling of every kind of food on sale in a market of 2,000 products, searched as a
 * chef would, with the list of the API. Reports how many find their product on the first page (recall) and how much of
 * what is shown is that kind of food (precision), and names the failures.
 */
const app = await RunningApp.start(2_000)
const database = await app.database()
try {
  const token = await app.token('chef@example.jp')
  const search = async (q: string) => {
    const answer = await fetch(`${app.origin}/api/products?sort=recommended&q=${encodeURIComponent(q)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { products } = (await answer.json()) as { products: { id: string }[] }
    return products.map(({ id }) => id)
  }
  process.stdout.write(judged(await judge(database.pool, search)))
} finally {
  await database.close()
  await app.end()
}
