/** The name under which a browser stores the unsent messages of a person, by their mark, for their organisation. */
export const queueName = (by: string): string => `talk:${by}`
