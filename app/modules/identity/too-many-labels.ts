/** After too many wrong passwords or codes. */
export const tooManyFailures = 'つづけて失敗しました。しばらく待ってからもう一度お試しください。'

/** After too many attempts of any kind; does not say whether they were correct. */
export const tooManyTries = 'つづけて何度も試されたので、しばらくお待ちください。'
