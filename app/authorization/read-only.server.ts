import {
  type Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  RawNode,
  type RootOperationNode,
} from 'kysely'
import type { Database } from '#infra/db/schema.ts'
import { ViewOnly } from '#kernel/errors.ts'

/** A read-only database: a statement that would write throws ViewOnly before it is sent, also within a transaction. */
export const readOnly = (db: Kysely<Database>): Kysely<Database> => db.withPlugin(new ReadOnly())

class ReadOnly implements KyselyPlugin {
  readonly #guard = new WriteGuard()

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (RawNode.is(node) && writes(node)) throw new ViewOnly()
    return this.#guard.transformNode(node, queryId)
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }
}

/** Walks through the whole query: a write may stand in a `with` before a select. */
class WriteGuard extends OperationNodeTransformer {
  protected override transformInsertQuery(): never {
    throw new ViewOnly()
  }
  protected override transformUpdateQuery(): never {
    throw new ViewOnly()
  }
  protected override transformDeleteQuery(): never {
    throw new ViewOnly()
  }
  protected override transformMergeQuery(): never {
    throw new ViewOnly()
  }
}

/** Raw SQL is judged by its keywords; `for update` blocks others, so it counts as a write. */
const writes = ({ sqlFragments }: RawNode) =>
  /\b(insert|update|delete|merge|truncate|create|alter|drop|grant|copy|call|lock|nextval|setval|take_stock)\b/i.test(
    sqlFragments.join(' '),
  )
