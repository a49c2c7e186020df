/** The proxy could not be used. Nothing was sent except the request to the proxy itself. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure'
  readonly kind: 'unreachable' | 'credentials' | 'refused'

  constructor(kind: ProxyFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** `where` names the proxy; `isSignedIn` is true if a user name and password were sent to the proxy. */
export const signInFailure = (where: string, isSignedIn: boolean, cause: unknown): ProxyFailure =>
  new ProxyFailure(
    'credentials',
    isSignedIn
      ? `${where} did not accept the stored user name and password: enter them again under Settings, Network. This program cannot sign in any other way.`
      : `${where} asks for a user name and password: enter them under Settings, Network. This program cannot sign in any other way.`,
    { cause },
  )
