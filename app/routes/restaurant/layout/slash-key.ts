import { useSingleKeys } from '#ui/single-keys.ts'

/** Whether the shortcut / focuses the search field. */
export const useSlashKey = () => useSingleKeys('slash-key')
