/** Sent along by a press that was asked about (confirm.tsx). */
export const agreedField = 'agreed'
