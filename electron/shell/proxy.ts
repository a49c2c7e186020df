import type { Session } from 'electron'

/** How to reach a URL by the operating system's settings. */
export interface ProxyResolver {
  /** A PAC result such as `DIRECT` or `PROXY proxy.example:8080; DIRECT`. */
  resolve(url: string): Promise<string>
}

/** Asks Chromium, which knows system settings, PAC files and WPAD. Nothing is sent to the URL itself. */
export const createProxyResolver = (session: Session): ProxyResolver => ({
  resolve: (url) => session.resolveProxy(url),
})
