import { type AccessKey, accessKeys } from '#modules/identity/access-keys.ts'

/** The checkbox with which a form also ends tokens, calendar feeds or passkeys. */
export const keyField = (key: AccessKey) => `end-${key}`

export const keysTicked = (form: FormData): AccessKey[] => accessKeys.filter((key) => form.get(keyField(key)) === 'yes')
