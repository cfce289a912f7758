/** For a link whose press does more with script: pressed before the script of its page is there, it waits for it (start-page.ts). */
export const pressNeedsScript = { 'data-with-script': '' }

/** Selects these links. */
export const needsScript = '[data-with-script]'
