import {
  BinaryOperationNode,
  FunctionNode,
  type KyselyPlugin,
  LimitNode,
  OperationNodeTransformer,
  OperatorNode,
  PrimitiveValueListNode,
  ValueNode,
} from 'kysely'

const comparisons: Record<string, { operator: '=' | '<>'; of: 'any' | 'all' }> = {
  in: { operator: '=', of: 'any' },
  'not in': { operator: '<>', of: 'all' },
}

/**
 * Makes statements of the same kind the same text, so that they are prepared once: `x in ($1, $2, …)` becomes
 * `x = any($1)`, whatever the length of the list. A limit stands in the text as a number: of a parameter PostgreSQL would
 * expect a tenth of all rows, and plan the statement anew each time.
 */
class SteadyStatements extends OperationNodeTransformer {
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

  protected override transformLimit(...given: Parameters<OperationNodeTransformer['transformLimit']>) {
    const node = super.transformLimit(...given)
    if (!ValueNode.is(node.limit) || !Number.isSafeInteger(node.limit.value)) return node
    return LimitNode.create(ValueNode.createImmediate(node.limit.value))
  }
}

export function steadyStatements(): KyselyPlugin {
  const transformer = new SteadyStatements()
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}
