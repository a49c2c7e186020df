const gap = String.raw`[\s.\/_\u2010-\u2015\u2212-]`

const written = new RegExp(`^\\d{3}${gap}+\\d{2}${gap}+\\d{4}$`)
const masked = new RegExp(`^(?=.*[x*#•●])[\\dx*#•●]{3}${gap}*[\\dx*#•●]{2}${gap}*\\d{4}$`, 'i')

/** True if a text has the form of a Social Security number in any spelling: `987-65-4321`, `987 65 4321`. */
export const isTaxNumber = (text: string): boolean => written.test(text.trim())

/** True if a text is a Social Security number with hidden digits: `XXX-XX-4321`, `*****4321`. */
export const isMaskedTaxNumber = (text: string): boolean => masked.test(text.trim())
