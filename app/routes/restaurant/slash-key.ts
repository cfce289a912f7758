import { useSingleKeys } from '#ui/single-keys.ts'

/** Whether the key / leads to the search field. */
export const useSlashKey = () => useSingleKeys('slash-key')
