/** Variables with which whoever starts the program could weaken its check of a server's identity. */
const weakening = [
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
] as const

/** Removes these variables from `env` and returns their names. Call this before the first connection. */
export const removeWeakening = (env: NodeJS.ProcessEnv): readonly string[] => {
  const found = weakening.filter((name) => env[name] !== undefined)
  for (const name of found) Reflect.deleteProperty(env, name)
  return found
}
