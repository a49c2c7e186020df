/** A chart's message where it has nothing to draw. */
export const notSent = 'The service sent no values for this chart.'
