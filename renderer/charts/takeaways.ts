/** The message for a chart without values. */
export const notSent = 'The service sent no values for this chart.'
