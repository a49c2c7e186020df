/** Stands for everything that was taken out. */
export const removed = '[removed]'

const maxChars = 64 * 1024

const secretNames =
  'access_?token|refresh_?token|id_?token|token|client_?secret|password|authorization|api_?key|SID|(?:set-)?cookie|ParticipantXML'

const rules: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${removed}`],
  [new RegExp(`("(?:${secretNames})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*(?:"|$)`, 'gi'), `$1"${removed}"`],
  [/((?:set-)?cookie\s*:\s*)[^\r\n]+/gi, `$1${removed}`],
  [/\b(access_?token|client_?secret|password|SID)=[^&\s"'<>]+/gi, `$1=${removed}`],
  [/(?:<|&lt;|\\u003c)(?:BatchParticipantInput|ParticipantData|ParticipantInfo|Participant\b)[\s\S]*/i, removed],
]

/**
 * `text` without the given secrets, whatever form they are quoted in, and without anything that looks like one:
 * bearer and basic values, SID, Cookie, client secrets, tokens and participant XML. At most 64 K characters.
 */
export const redact = (text: string, secrets: readonly string[] = []): string => {
  let clean = text
  for (const secret of secrets) {
    if (secret.length < 4) continue
    const forms = new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())])
    for (const form of forms) clean = clean.replaceAll(form, removed)
  }
  clean = clean.slice(0, maxChars)
  for (const [pattern, replacement] of rules) clean = clean.replace(pattern, replacement)
  return clean
}
