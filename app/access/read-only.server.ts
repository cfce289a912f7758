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

/** A database that only answers: whatever would write throws ViewOnly before it is sent, also within a transaction. */
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

/** SQL that was written by hand says what it does; `for update` keeps others waiting, so it counts. */
const writes = ({ sqlFragments }: RawNode) =>
  /\b(insert|update|delete|merge|truncate|create|alter|drop|grant|copy|call|lock|nextval|setval)\b/i.test(
    sqlFragments.join(' '),
  )
