/** The response of an external URL: its status, and the beginning of its body. */
export type SafeFetchAnswer = { status: number; text: string }

/** Calls URLs given by members: never this machine or its internal network. */
export type SafeFetch = {
  /** Whether this URL is refused outright; the address that its host resolves to is checked when it is called. */
  refuses(address: string): boolean
  post(
    address: string,
    message: { headers: Record<string, string>; body: Uint8Array | string },
  ): Promise<SafeFetchAnswer>
}

/** A URL that we never call; retrying changes nothing. */
export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress'
}
