/** What an address of somebody else's answered: its status, and the beginning of its words. */
export type OutsideAnswer = { status: number; text: string }

/** The way to addresses that somebody gave us: never to this machine, nor into the network it stands in. */
export type Outside = {
  /** Whether an address is none that we call; what its name leads to is judged when it is called. */
  refuses(address: string): boolean
  post(address: string, message: { headers: Record<string, string>; body: Uint8Array | string }): Promise<OutsideAnswer>
}

/** An address that we do not call, whatever it is for; trying again changes nothing. */
export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress'
}
