import {
  BinaryOperationNode,
  FunctionNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  OperatorNode,
  PrimitiveValueListNode,
  ValueNode,
} from 'kysely'

const comparisons: Record<string, { operator: '=' | '<>'; of: 'any' | 'all' }> = {
  in: { operator: '=', of: 'any' },
  'not in': { operator: '<>', of: 'all' },
}

/** `x in ($1, $2, …)` becomes `x = any($1)`: lists of every length are one statement, which is prepared once. */
class ListsAsArrays extends OperationNodeTransformer {
  protected override transformBinaryOperation(
    ...given: Parameters<OperationNodeTransformer['transformBinaryOperation']>
  ) {
    const node = super.transformBinaryOperation(...given)
    if (!OperatorNode.is(node.operator) || !PrimitiveValueListNode.is(node.rightOperand)) return node
    const comparison = comparisons[node.operator.operator]
    if (!comparison) return node
    const list = ValueNode.create([...node.rightOperand.values])
    return BinaryOperationNode.create(
      node.leftOperand,
      OperatorNode.create(comparison.operator),
      FunctionNode.create(comparison.of, [list]),
    )
  }
}

export function listsAsArrays(): KyselyPlugin {
  const transformer = new ListsAsArrays()
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}
