/** Under this name the local storage says whose pages the device stores. */
export const ownerKey = 'kept-for'
