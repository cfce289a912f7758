import { api } from '#api/api.server.ts'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import { NotFound } from '#kernel/errors.ts'

export const addressesHandlers = {
  ofPostalCode: api.addresses.ofPostalCode.handler(async ({ input }) => {
    const found = await findPostalAddress(input.params.code)
    if (!found) throw new NotFound('postal code')
    return { ...found, towns: [...found.towns] }
  }),
}
