import type { X509Certificate } from 'node:crypto'
import type { RootCertificate } from '#shared/settings/network.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Clock, NetworkPort } from '../../ports.ts'
import { certificatesIn, pemOf, readRoots, shownAs } from './extra-roots.ts'
import { createRootTrust, type RootTrustNeeds } from './root-trust.ts'

const rootsKey = 'extraRootsPem'

/** The certificate authorities in the settings, whoever listed them, each with its trust. */
export const createListedRoots = (
  needs: RootTrustNeeds & { readonly clock: Pick<Clock, 'now'> },
) => {
  const { settingsFile, clock } = needs
  const trust = createRootTrust(needs)
  let read: { readonly pem: string; readonly roots: readonly X509Certificate[] } = {
    pem: '',
    roots: [],
  }

  const listed = (): readonly X509Certificate[] => {
    const pem = settingsFile.get(rootsKey)
    if (typeof pem !== 'string') return []
    if (read.pem !== pem) read = { pem, roots: certificatesIn(pem) }
    return read.roots
  }
  const list = (roots: readonly X509Certificate[]) => settingsFile.set(rootsKey, pemOf(roots))
  const standings = () =>
    Promise.all(
      listed().map(async (root) => ({
        root,
        standing: await trust.standingOf(root.fingerprint256),
      })),
    )

  return {
    /** See {@link NetworkPort}. */
    trusted: async (): ReturnType<NetworkPort['extraRoots']> => {
      const roots = await standings()
      const confirmed = roots.filter(({ standing }) => standing === 'confirmed')
      const waiting = roots.filter(({ standing }) => standing !== 'confirmed')
      return {
        pem: pemOf(confirmed.map(({ root }) => root)),
        waiting: waiting.map(({ root }) => shownAs(root, clock.now()).subject),
      }
    },
    /** The list in Settings. Once all of them are known, later additions count as coming from outside. */
    shown: async (): Promise<RootCertificate[]> => {
      const roots = await standings()
      if (roots.every(({ standing }) => standing === 'confirmed' || standing === 'offered'))
        trust.allKnown()
      return roots.map(({ root, standing }) => ({ ...shownAs(root, clock.now()), standing }))
    },
    add: async (pem: string): Promise<Result<void>> => {
      const entered = readRoots(pem)
      if (!entered.ok) return entered
      for (const { fingerprint256 } of entered.value) {
        const offered = await trust.offer(fingerprint256)
        if (!offered.ok) return offered
      }
      list(certificatesIn(pemOf([...listed(), ...entered.value])))
      return ok(undefined)
    },
    confirm: async (fingerprint: string): Promise<Result<void>> =>
      listed().some(({ fingerprint256 }) => fingerprint256 === fingerprint)
        ? trust.confirm(fingerprint)
        : fail({
            code: 'input.invalid',
            message: 'This certificate authority is no longer in the list.',
            field: 'fingerprint',
          }),
    remove: async (fingerprint: string): Promise<Result<void>> => {
      const forgotten = await trust.forget(fingerprint)
      // With a confirmation left in the keychain, a removed authority would be trusted again when somebody lists it
      // again.
      if (forgotten.ok)
        list(listed().filter(({ fingerprint256 }) => fingerprint256 !== fingerprint))
      return forgotten
    },
  }
}
