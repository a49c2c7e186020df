import { parseJson } from '#shared/text/parse-json.ts'
import { withoutSecrets } from '../http/redact.ts'
import { decodeTransactionText } from './text/decode-text.ts'

/** Matches the encoded fields that a receipt or a forecast shows in decoded form. */
const encoded = /("(?:Transaction|CommunicationXML)"\s*:\s*)("[^"\\]*(?:\\.[^"\\]*)*")/g

/**
 * Removes the request's token and session from the answer before anything reads or keeps it. The
 * encoded transaction may contain the session, because the service may send both to the
 * recordkeeper. If the decoded transaction contains a secret, it replaces the encoded one, without
 * the secret.
 */
export const withoutSession = (answer: string, secrets: readonly string[]): string =>
  withoutSecrets(answer, secrets).replace(encoded, (field, name: string, literal: string) => {
    const content = parseJson(literal)
    if (typeof content !== 'string' || /^\s*</.test(content)) return field
    const { text } = decodeTransactionText(content)
    const cleaned = withoutSecrets(text, secrets)
    return cleaned === text ? field : name + JSON.stringify(cleaned)
  })
