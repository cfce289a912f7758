import { z } from 'zod'
import type { InputShape } from '../../app/modules/audit-log/use-case.server.ts'

/** The typed input of a use case, from what the JSON of the API would state. */
export const inputOf = <Shape extends InputShape>(change: { declaration: { input: Shape } }, stated: object) =>
  z.object(change.declaration.input).parse(stated)
