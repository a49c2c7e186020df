/** The message of a chart without values. */
export const notSent = 'The service sent no values for this chart.'
