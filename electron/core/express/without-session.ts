import { parseJson } from '#shared/text/parse-json.ts'
import { withoutSecrets } from '../http/redact.ts'
import { decodeTransactionText } from './text/decode-text.ts'

/** The encoded fields that a receipt or a forecast shows decoded. */
const encoded = /("(?:Transaction|CommunicationXML)"\s*:\s*)("[^"\\]*(?:\\.[^"\\]*)*")/g

/**
 * Removes the request's token and session from the answer before anything reads or keeps it. The encoded transaction
 * may be what the service sends to the recordkeeper with that session. If its decoded text holds a secret, the decoded
 * text without the secret replaces it.
 */
export const withoutSession = (answer: string, secrets: readonly string[]): string =>
  withoutSecrets(answer, secrets).replace(encoded, (field, name: string, literal: string) => {
    const content = parseJson(literal)
    if (typeof content !== 'string' || /^\s*</.test(content)) return field
    const { text } = decodeTransactionText(content)
    const cleaned = withoutSecrets(text, secrets)
    return cleaned === text ? field : name + JSON.stringify(cleaned)
  })
