/**
 * A value that names an element in a path of an answer. It is in quotes, as JSON, if it contains a character that paths
 * use: `IncomeSources[AccountIncome, "Fund [A], Inc."]`.
 */
export const inPath = (value: string): string =>
  /^[^\][",#=\n\r\t]+$/.test(value) && value.trim() === value ? value : JSON.stringify(value)
