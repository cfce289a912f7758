import { type AccessKey, accessKeys } from '#modules/identity/access-keys.ts'

/** The box by which a form ends tokens, calendar feeds or passkeys along with what it is for. */
export const keyField = (key: AccessKey) => `end-${key}`

export const keysTicked = (form: FormData): AccessKey[] => accessKeys.filter((key) => form.get(keyField(key)) === 'yes')
