/** Under which a browser keeps what somebody, by their mark, has written in their place and what has not arrived. */
export const queueName = (by: string): string => `talk:${by}`
