/**
 * The password of a sign-up between its second and its last screen. It is in the memory of this window only: not in the
 * draft, not on the device, not in an address. A reload loses it; then the last screen asks for it again.
 */
let kept: { email: string; password: string } | null = null

export function keepPassword(email: string, password: string): void {
  kept = email !== '' && password !== '' ? { email: emailKey(email), password } : null
}

export function forgetPassword(): void {
  kept = null
}

/** The password that was typed together with this address; null if there is none. */
export const storedPassword = (email: string | null): string | null =>
  email !== null && kept?.email === emailKey(email) ? kept.password : null

const emailKey = (email: string) => email.normalize('NFKC').trim().toLowerCase()
