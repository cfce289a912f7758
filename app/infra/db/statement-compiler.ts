import {
  type BinaryOperationNode,
  CamelCasePlugin,
  type LimitNode,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueNode,
} from 'kysely'

/**
 * Kysely's own plugin, which would copy the tree of every statement to rename what is in it: here the compiler asks it
 * for each name as it writes the text. Rows come back as before.
 */
class ColumnNames extends CamelCasePlugin {
  override transformQuery: CamelCasePlugin['transformQuery'] = ({ node }) => node
  inDatabase = (name: string) => this.snakeCase(name)
}

/** Names in camelCase become snake_case; the content of JSON columns stays as it is. */
export const columnNames = new ColumnNames({ maintainNestedObjectKeys: true })

const comparisons: Record<string, string> = { in: ' = any(', 'not in': ' <> all(' }

/**
 * Writes statements of the same kind as the same text, so that they are prepared once: `x in ($1, $2, …)` becomes
 * `x = any($1)`, whatever the length of the list. A limit stands in the text as a number: of a parameter PostgreSQL would
 * expect a tenth of all rows, and plan the statement anew each time.
 */
class StatementCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(columnNames.inDatabase(identifier))
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    const comparison = OperatorNode.is(operator) ? comparisons[operator.operator] : undefined
    if (comparison && PrimitiveValueListNode.is(rightOperand)) {
      this.visitNode(leftOperand)
      this.append(comparison)
      this.appendValue([...rightOperand.values])
      this.append(')')
    } else super.visitBinaryOperation(node)
  }

  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(`limit ${limit.value}`)
    else super.visitLimit(node)
  }
}

export class StatementDialect extends PostgresDialect {
  override createQueryCompiler = () => new StatementCompiler()
}
