/** The parts of a JSON Schema (2020-12) that the pages show, as the contract's converter writes it. */
export type Schema = {
  type?: string | string[]
  title?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  $ref?: string
  format?: string
  pattern?: string
  default?: unknown
  examples?: unknown[]
} & Partial<Record<Bound, number>>

type Bound = (typeof boundWords)[number][0]

const boundWords = [
  ['minimum', '最小'],
  ['maximum', '最大'],
  ['minLength', '最小文字数'],
  ['maxLength', '最大文字数'],
  ['minItems', '最小件数'],
  ['maxItems', '最大件数'],
] as const

const typeWords: Readonly<Record<string, string>> = {
  string: '文字列',
  integer: '整数',
  number: '数値',
  boolean: '真偽値',
  object: 'オブジェクト',
  array: '配列',
  null: 'null',
}

/** A schema and everything in it, as nested lists; shared schemas are links to their own page. */
export function DocsSchema({ schema }: { schema: Schema }) {
  const name = schema.$ref?.split('/').at(-1)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  return (
    <>
      {schema.title && <code>{schema.title} </code>}
      {name && <a href={`/api/docs/schemas/${name}`}>{name}</a>}
      <span className="fact">{factsOf(schema).join('、')}</span> {schema.description}
      {schema.items && (
        <ul className="fields">
          <li>
            各要素 <DocsSchema schema={schema.items} />
          </li>
        </ul>
      )}
      <Fields schema={schema} />
      {choices.length > 0 && (
        <ul className="fields">
          {choices.map((choice) => (
            <li key={JSON.stringify(choice)}>
              <DocsSchema schema={choice} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The fields of an object. Code and message are the same in every problem, and its heading names them. */
function Fields({ schema: { title, properties = {}, required = [], additionalProperties } }: { schema: Schema }) {
  const fields = Object.entries(properties).filter(([name]) => !(title && (name === 'code' || name === 'message')))
  const others = typeof additionalProperties === 'object' ? additionalProperties : null
  if (fields.length === 0 && !others) return null
  return (
    <ul className="fields">
      {fields.map(([name, schema]) => (
        <li key={name}>
          <code>{name}</code> {required.includes(name) && <span className="fact">必須</span>}{' '}
          <DocsSchema schema={schema} />
        </li>
      ))}
      {others && (
        <li>
          その他の項目 <DocsSchema schema={others} />
        </li>
      )}
    </ul>
  )
}

function factsOf(schema: Schema): string[] {
  const types = [schema.type ?? []].flat().map((type) => typeWords[type] ?? type)
  return [
    ...(schema.title ? [] : types),
    ...(schema.format ? [schema.format] : []),
    ...(schema.const === undefined ? [] : [JSON.stringify(schema.const)]),
    ...(schema.enum ? [schema.enum.map((value) => JSON.stringify(value)).join(' | ')] : []),
    ...boundsOf(schema),
    ...(schema.pattern ? [`形式 ${schema.pattern}`] : []),
    ...(schema.default === undefined ? [] : [`省略時 ${JSON.stringify(schema.default)}`]),
    ...(schema.examples ? [`例 ${schema.examples.map((example) => JSON.stringify(example)).join('、')}`] : []),
  ]
}

const boundsOf = (schema: Schema): string[] =>
  boundWords.flatMap(([bound, word]) => (schema[bound] === undefined ? [] : [`${word}${schema[bound]}`]))
