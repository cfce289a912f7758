import { useKeyPresses, useSingleKeys } from '#ui/single-keys.ts'

/** Whether single-key shortcuts are on in the list of members. */
export const useKeysOn = () => useSingleKeys('member-keys')

/** Runs what a key stands for, unless the user is typing, a dialog is open or the shortcuts are off. */
export const useKeys = (keys: Readonly<Record<string, () => void>>): void => useKeyPresses(useKeysOn().on, keys)
