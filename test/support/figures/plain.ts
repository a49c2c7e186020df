import { americanWriter, written, type Said } from '#shared/strategy/statement/said.ts'

/** A sentence with figures as text in American notation. */
export const plain = (sentence: Said = []): string => written(sentence, americanWriter)
