import { expect, test } from 'vitest'
import { readStartOptions } from '../../../build/lib/start-options.mjs'

const read = (env: Record<string, string>, args: string[] = []) =>
  readStartOptions(args, { INIT_CWD: '/home/pat', ...env })

test.each([
  [{ npm_config_data_dir: 'x' }, ['--data-dir=/home/pat/x']],
  [{ npm_config_open: '' }, ['--no-open']],
  [{ npm_config_port: '8123', npm_config_open: 'true' }, ['--port=8123']],
  [{ npm_config_provision: '/firm/p.json' }, ['--provision=/firm/p.json']],
  [{ npm_config_forget_passphrase: 'true' }, ['--forget-passphrase']],
  [{ npm_config_registry: 'https://r.example', npm_config_data: 'x' }, []],
])(
  'an option that npm takes as its own, as it does in PowerShell, still counts: %j',
  (env, pass) => {
    expect(read(env).pass).toEqual(pass)
  },
)

test('an option after -- takes precedence over one that npm took', () => {
  const { host, pass } = read({ npm_config_host: 'browser', npm_config_port: '1' }, ['--port=8123'])
  expect([host, pass]).toEqual(['browser', ['--port=8123']])
})

test.each(['data_dir', 'port', 'training_port', 'provision', 'host'])(
  'an option whose value npm dropped is refused, and the message gives the line to type: %s',
  (name) => {
    const option = name.replace('_', '-')
    expect(() => read({ [`npm_config_${name}`]: 'true' })).toThrow(
      `write "npm start -- --${option}=`,
    )
  },
)
