/**
 * Browser features that the program never uses, denied to the page and everything in it. Writing to the clipboard is
 * allowed, because the page copies receipts.
 */
const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
] as const

/**
 * The Content-Security-Policy of every page, which may load only what the program ships. `connect`
 * lists addresses outside the page's origin.
 */
export const contentSecurityPolicy = (nonce: string, connect: readonly string[]): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src ${["'self'", ...connect].join(' ')}`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
    // Text becomes markup only through Vue's templates, and it never becomes code.
    `require-trusted-types-for 'script'`,
    `trusted-types vue`,
  ].join('; ')

/** Headers for every response, regardless of its status. */
export const securityHeaders = (nonce: string, connect: readonly string[]) => ({
  'content-security-policy': contentSecurityPolicy(nonce, connect),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
})
