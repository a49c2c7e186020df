import type { CoreParts } from '../platform/ports.ts'
import type { Questions } from '../questions/questions.ts'
import { createCredentials } from '../environments/credentials/credentials.ts'
import { createTokenSource } from '../environments/credentials/token/token-source.ts'
import { createEnvironmentViews } from '../environments/environment-views.ts'
import { createEnvironments } from '../environments/environments.ts'
import { createSettingsStore } from '../environments/settings/settings-store.ts'
import type { CoreEvents } from '../platform/events.ts'
import { createTraffic } from '../http/traffic/traffic.ts'
import { createExpressClient } from './express-client.ts'
import type { AnswerReader } from './read/answer-reader.ts'

export const createCalling = (
  parts: CoreParts,
  events: CoreEvents,
  questions: Questions,
  { clean }: Pick<AnswerReader, 'clean'>,
) => {
  const allowProduction = parts.host === 'desktop'
  const settingsChanged = () => events.emit('settings.changed', {})
  const environmentsChanged = () => events.emit('environments.changed', {})

  const { settingsFile, firmAdvisor, firmBackup, firmOffersKit } = parts
  const provided = {
    ...firmBackup,
    ...(firmAdvisor && { advisor: firmAdvisor }),
    ...(firmOffersKit !== undefined && { offerRecoveryKit: firmOffersKit }),
  }
  const settings = createSettingsStore(settingsFile, settingsChanged, provided)
  const environments = createEnvironments({
    ...parts,
    settings,
    questions,
    allowProduction,
    onMissed: settingsChanged,
  })
  const store = parts.secrets
  const credentials = createCredentials({ ...parts, store, environments, allowProduction })
  const traffic = createTraffic({
    ...parts,
    facts: { version: parts.version, host: parts.host, platform: parts.platform },
    onChange: () => events.emit('traffic.changed', {}),
  })
  const client = { ...parts, traffic, environments }
  const tokens = createTokenSource({ ...client, credentials })
  const express = createExpressClient({ ...client, tokens, clean })
  const views = createEnvironmentViews({ environments, credentials, tokens })

  tokens.onChange(environmentsChanged)
  environments.onChange((environmentId) => {
    // A token may be sent only to the address that issued it.
    tokens.forget(environmentId)
    void credentials.noteChange(environmentId)
    environmentsChanged()
  })
  return { settings, environments, credentials, traffic, tokens, express, views, questions }
}

export type Calling = ReturnType<typeof createCalling>
