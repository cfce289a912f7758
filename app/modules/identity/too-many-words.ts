/** After too many wrong passwords or codes. */
export const tooManyFailures = 'つづけて失敗しました。しばらく待ってからもう一度お試しください。'

/** After too many tries of any kind, where nothing is said of right or wrong. */
export const tooManyTries = 'つづけて何度も試されたので、しばらくお待ちください。'
