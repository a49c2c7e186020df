/**
 * A value that names an element in a path of an answer. It is quoted like a JSON string if it
 * contains a character that has a meaning in paths: `IncomeSources[AccountIncome, "Fund [A],
 * Inc."]`.
 */
export const inPath = (value: string): string =>
  /^[^\][",#=\n\r\t]+$/.test(value) && value.trim() === value ? value : JSON.stringify(value)
