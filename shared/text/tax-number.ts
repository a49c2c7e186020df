/** True if a text has the form of a Social Security number: `987-65-4321`. */
export const isTaxNumber = (text: string): boolean => /^\d{3}-\d{2}-\d{4}$/.test(text.trim())
