import type { CoreParts } from '../ports.ts'
import { createCredentials } from '../credentials/credentials.ts'
import { createTokenSource } from '../credentials/token/token-source.ts'
import { createEnvironmentViews } from '../environments/environment-views.ts'
import { createEnvironments } from '../environments/environments.ts'
import { createSettingsStore } from '../environments/settings/settings-store.ts'
import type { CoreEvents } from '../ipc/events.ts'
import { createTraffic } from '../http/traffic/traffic.ts'
import { createExpressClient } from './express-client.ts'

export const createCalling = (parts: CoreParts, events: Pick<CoreEvents, 'emit'>) => {
  const { clock, host, keychain, logger, random, settingsFile, transport } = parts
  const allowProduction = host === 'desktop'
  const settingsChanged = () => events.emit('settings.changed', {})
  const environmentsChanged = () => events.emit('environments.changed', {})

  const settings = createSettingsStore(settingsFile, settingsChanged)
  const environments = createEnvironments({
    settingsFile,
    settings,
    allowProduction,
    training: parts.training,
    provisioned: parts.provisioned,
    onMissed: settingsChanged,
  })
  const credentials = createCredentials({
    keychain,
    environments,
    allowProduction,
    clock,
    logger,
    store: parts.secrets,
  })
  const traffic = createTraffic({
    transport,
    clock,
    facts: { version: parts.version, host, platform: parts.platform },
    onChange: () => events.emit('traffic.changed', {}),
  })
  const client = { traffic, clock, random, environments }
  const tokens = createTokenSource({ ...client, logger, credentials })
  const express = createExpressClient({ ...client, tokens })
  const views = createEnvironmentViews({ environments, credentials, tokens })

  tokens.onChange(environmentsChanged)
  environments.onChange((environmentId) => {
    // A token is only for the address that it came from.
    tokens.forget(environmentId)
    void credentials.noteChange(environmentId)
    environmentsChanged()
  })
  return { settings, environments, credentials, traffic, tokens, express, views }
}

export type Calling = ReturnType<typeof createCalling>
