/** After too many wrong passwords or codes. */
export const tooManyFailures = '失敗が続きました。しばらく待ってからもう一度お試しください。'

/** After too many attempts of any kind; does not say whether they were correct. */
export const tooManyTries = '何度も試行されたため、しばらくお待ちください。'
